import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeNotification } from '../../../test/factories/notifications.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'

// Two processes on one database: what happens in the first is streamed by the second.
let first: TestServer
let second: TestServer
let world: World
let idle: number
const count = () => second.platform.bus.listenerCount('message')
beforeAll(async () => {
  first = await startServer()
  second = await startServer({ PUBLIC_URL: first.url }, first.database)
  world = await first.world()
  idle = count()
})
afterAll(async () => {
  await second.close()
  await first.close()
})

type Heard = {
  topic: string
  kind: string
  subjectId: string
  companyId: string
  id: number
  staffOnly?: boolean
}

/** Opens the event stream as a user and collects the events. */
async function listen(server: TestServer, as: Person, lastEventId?: string, query = '') {
  const stop = new AbortController()
  const heard: Heard[] = []
  let ended = false
  const r = await fetch(`${server.url}/api/v1/events${query}`, {
    signal: stop.signal,
    headers: {
      apikey: server.env.publishableKey,
      authorization: `Bearer ${as.token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  })
  expect([r.status, r.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reading = (async () => {
    let text = ''
    for await (const chunk of r.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk)
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        if (data && /^event: message$/m.test(text.slice(0, end))) heard.push(JSON.parse(data))
        text = text.slice(end + 2)
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return { heard, reading, ended: () => ended, stop: () => stop.abort() }
}
const reply = (ticket: { id: string }, as: Person, body: object) =>
  first.call('POST', `/v1/tickets/${ticket.id}/messages`, { as, body })

test('a reply in one process reaches everyone who may see it in another process; a note reaches only staff', async () => {
  const ticket = await makeTicket(first.db, { requester: world.north.owner })
  const [owner, stranger, engineer] = await Promise.all(
    [world.north.owner, world.south.owner, world.admin].map((p) => listen(second, p)),
  )
  await reply(ticket, world.engineer, { kind: 'note', body: 'between us' })
  await reply(ticket, world.engineer, { body: 'Hello' })
  const of = (l: typeof owner) => l?.heard.filter((e) => e.subjectId === ticket.id) ?? []
  await expect.poll(() => of(owner).length, { interval: 5 }).toBeGreaterThan(0)
  await expect.poll(() => of(engineer).length, { interval: 5 }).toBeGreaterThan(1)
  expect(of(owner).map((e) => e.kind)).toEqual(['reply'])
  expect(of(engineer).map((e) => e.kind)).toEqual(['note', 'reply'])
  expect(of(owner)[0]).not.toHaveProperty('staffOnly')
  expect(of(stranger)).toEqual([])
  for (const l of [owner, stranger, engineer]) l?.stop()
})

test('a page that was disconnected receives the events it missed', async () => {
  const ticket = await makeTicket(first.db, { requester: world.north.owner })
  const before = await listen(second, world.north.owner)
  await reply(ticket, world.engineer, { body: 'one' })
  const one = () => before.heard.find((e) => e.subjectId === ticket.id)?.id ?? 0
  await expect.poll(one, { interval: 5 }).toBeGreaterThan(0)
  before.stop()
  await reply(ticket, world.engineer, { body: 'two' })
  await reply(ticket, world.engineer, { kind: 'note', body: 'not for them' })
  const after = await listen(second, world.north.owner, String(one()))
  const missed = () => after.heard.filter((e) => e.subjectId === ticket.id && e.id > one()).map((e) => e.kind)
  await expect.poll(missed, { interval: 5 }).toEqual(['reply'])
  after.stop()
})

test('a page that has just loaded receives the events from while it loaded', async () => {
  const ticket = await makeTicket(first.db, { requester: world.north.owner })
  await reply(ticket, world.engineer, { body: 'while it loads' })
  await reply(ticket, world.engineer, { kind: 'note', body: 'not for them' })
  const page = await listen(second, world.north.owner, undefined, '?since=500')
  const stranger = await listen(second, world.south.owner, undefined, '?since=500')
  await expect
    .poll(() => page.heard.filter((e) => e.subjectId === ticket.id).map((e) => e.kind), { interval: 5 })
    .toEqual(['reply'])
  await reply(ticket, world.engineer, { body: 'and then' })
  await expect.poll(() => page.heard.at(-1)?.kind).toBe('reply')
  expect(stranger.heard.filter((e) => e.subjectId === ticket.id)).toEqual([])
  for (const l of [page, stranger]) l.stop()
})

test('an event read from the table is not delivered again by a late notification', async () => {
  const { owner } = world.north
  const ticket = await makeTicket(first.db, { requester: owner })
  const words: string[] = []
  const word = (channel: string, payload: string) => {
    if (channel === 'events' && payload.includes(ticket.id)) words.push(payload)
  }
  second.platform.bus.on('message', word)
  await reply(ticket, world.engineer, { body: 'read from the table' })
  await expect.poll(() => words.length, { interval: 5 }).toBe(1)
  const { id } = JSON.parse(words[0] as string) as { id: number }
  const loaded = await listen(second, owner, undefined, '?since=5000')
  const resumed = await listen(second, owner, String(id - 1))
  const kinds = (l: typeof loaded) => l.heard.filter((e) => e.subjectId === ticket.id).map((e) => e.id)
  for (const l of [loaded, resumed]) await expect.poll(() => kinds(l), { interval: 5 }).toEqual([id])
  second.platform.bus.emit('message', 'events', words[0] as string)
  await reply(ticket, world.engineer, { body: 'and then' })
  for (const l of [loaded, resumed]) {
    await expect.poll(() => kinds(l).length, { interval: 5 }).toBeGreaterThan(1)
    expect(kinds(l)).toEqual([id, JSON.parse(words.at(-1) as string).id])
    l.stop()
  }
  second.platform.bus.off('message', word)
})

test('after exactly as many missed events as one query reads, none is delivered twice', async () => {
  const { owner } = world.south
  const announced = new Set<number>()
  const note = (channel: string, payload: string) => {
    if (channel === 'events') announced.add((JSON.parse(payload) as { id: number }).id)
  }
  second.platform.bus.on('message', note)
  const { rows } = await sql<{ id: number }>`
    insert into events (company_id, topic, kind, subject_id, staff_only)
    select ${owner.companyId}, 'ticket', 'status', gen_random_uuid(), false from generate_series(1, 1000) returning id`.execute(
    first.db,
  )
  const ids = rows.map((r) => Number(r.id))
  // Wait until the last event was announced. That happens only once, so the test announces it again below.
  await expect.poll(() => announced.has(ids.at(-1) as number)).toBe(true)
  second.platform.bus.off('message', note)
  // The 50 events before the last known one are sent again, so the first query reads exactly these 1,000.
  const l = await listen(second, owner, String(ids[49]))
  await expect.poll(() => l.heard.length, { interval: 5 }).toBe(1_000)
  const last = { id: ids.at(-1), companyId: owner.companyId, topic: 'ticket', kind: 'status', staffOnly: false }
  second.platform.bus.emit('message', 'events', JSON.stringify({ ...last, subjectId: crypto.randomUUID() }))
  const ticket = await makeTicket(first.db, { requester: owner })
  await reply(ticket, world.engineer, { body: 'and then' })
  await expect.poll(() => l.heard.at(-1)?.subjectId, { interval: 5 }).toBe(ticket.id)
  expect(l.heard.filter((e) => e.id === last.id).length).toBe(1)
  l.stop()
})

test('an event for one user reaches only that user, live and when resuming', async () => {
  const { owner, member } = world.north
  await makeNotification(first.db, owner, { subject_id: world.north.company.id })
  const before = await Promise.all([owner, member, world.admin].map((p) => listen(second, p)))
  const { body } = await first.call<{ items: { id: string }[] }>('GET', '/v1/notifications', { as: owner })
  await first.call('POST', '/v1/notifications/read', { as: owner, body: { ids: [body.items[0]?.id] } })
  const own = (l: (typeof before)[number] | undefined) => l?.heard.filter((e) => e.topic === 'notification') ?? []
  await expect.poll(() => own(before[0]).map((e) => e.kind), { interval: 5 }).toEqual(['read'])
  const { id = 0 } = own(before[0])[0] ?? {}
  expect(own(before[0])[0]).not.toHaveProperty('userId')
  const after = await Promise.all([owner, member, world.admin].map((p) => listen(second, p, String(id - 1))))
  await expect.poll(() => own(after[0]).length, { interval: 5 }).toBe(1)
  // Once a reply that everyone receives has arrived, no earlier event is missing.
  const ticket = await makeTicket(first.db, { requester: owner })
  await reply(ticket, world.engineer, { body: 'heard by all' })
  for (const l of [...before, ...after])
    await expect.poll(() => l.heard.some((e) => e.subjectId === ticket.id), { interval: 5 }).toBe(true)
  for (const l of [before[1], before[2], after[1], after[2]]) expect(own(l)).toEqual([])
  for (const l of [...before, ...after]) l.stop()
})

test('a stream ends with the session, and releases everything when the client disconnects', async () => {
  await expect.poll(count).toBe(idle)
  const leaving = await listen(second, world.north.member)
  const revoked = await listen(second, world.south.member)
  await expect.poll(count).toBe(idle + 2)
  await first.platform.revocations.add({ sessionId: world.south.member.sessionId })
  await expect.poll(revoked.ended).toBe(true)
  leaving.stop()
  await expect.poll(count).toBe(idle)
})

test('a stream continues after a reconnect to the database', async () => {
  const { sql } = await import('kysely')
  const down = new Promise<void>((ok) => second.platform.bus.once('down', () => ok()))
  const up = new Promise<void>((ok) => second.platform.bus.once('up', () => ok()))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %' or (datname = current_database() and query = 'select 1' and pid <> pg_backend_pid())`.execute(
    first.db,
  )
  await down
  await up
  const again = await listen(second, world.north.owner)
  const ticket = await makeTicket(first.db, { requester: world.north.owner })
  await reply(ticket, world.engineer, { body: 'still there' })
  await expect.poll(() => again.heard.map((e) => e.subjectId), { interval: 5 }).toContain(ticket.id)
  again.stop()
})

test('a session can have 20 streams and a user 60; closing one allows another', async () => {
  const member = await first.person(world.south.company, 'member')
  const more = await Promise.all(
    [1, 2, 3].map(async () => {
      const sessionId = crypto.randomUUID()
      const soon = new Date(Date.now() + 86_400_000).toISOString()
      await first.db
        .insertInto('auth.session')
        .values({ id: sessionId, userId: member.id, token: sessionId, expiresAt: soon, updatedAt: soon })
        .execute()
      const { token } = await first.platform.tokens.issue({
        kind: 'tenant',
        companyId: member.companyId,
        userId: member.id,
        role: 'member',
        sessionId,
      })
      return { ...member, token, sessionId }
    }),
  )
  const open = (as: Person, streams: number) => Promise.all(Array.from({ length: streams }, () => listen(second, as)))
  const refused = async (as: Person) => {
    const r = await second.call<{ error: { code: string } }>('GET', '/v1/events', { as })
    return [r.status, r.body.error?.code, Number(r.headers.get('retry-after')) > 0]
  }
  const streams = await open(member, 20)
  expect(await refused(member)).toEqual([429, 'TOO_MANY_REQUESTS', true])
  streams.push(...(await open(more[0] as Person, 20)), ...(await open(more[1] as Person, 20)))
  expect(await refused(more[2] as Person)).toEqual([429, 'TOO_MANY_REQUESTS', true])
  // Another person is not affected.
  streams.push(...(await open(world.south.owner, 1)))
  streams[0]?.stop()
  await expect
    .poll(async () => {
      try {
        streams.push(...(await open(more[2] as Person, 1)))
        return true
      } catch {
        return false
      }
    })
    .toBe(true)
  for (const s of streams) s.stop()
  await expect.poll(count).toBe(idle)
})
