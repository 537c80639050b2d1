// The staff queue: bulk changes and undoing them, the next ticket, workload, presence.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { makeEstimate, makeTime } from '../../../../test/factories/time.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { BulkOutcome, Presence, Ticket, Workload } from '../../../contract/tickets/index.ts'
import { sweepQueue } from '../jobs.ts'

type T = z.infer<typeof Ticket>
type Outcomes = { undo: string | null; items: z.infer<typeof BulkOutcome>[] }
type Here = { items: z.infer<typeof Presence>[] }

let server: TestServer
let world: World
let engineer: Person
let admin: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ engineer, admin } = world)
})
afterAll(() => server.close())

const make = (fields: Partial<Parameters<typeof makeTicket>[1]> = {}) =>
  makeTicket(server.db, { requester: world.north.owner, ...fields })
const get = async (id: string) => (await server.call<T>('GET', `/v1/tickets/${id}`, { as: admin })).body
const bulk = (tickets: { id: string; version?: number }[], change: object, as = engineer, key?: string) =>
  server.call<Outcomes & ErrorShape>('POST', '/v1/tickets/bulk', {
    as,
    body: { tickets, change },
    headers: key ? { 'idempotency-key': key } : {},
  })
const undo = (token: string, as = engineer) =>
  server.call<Outcomes & ErrorShape>('POST', `/v1/tickets/bulk/${token}/undo`, { as })
const outcomesOf = (r: { body: Outcomes }) => r.body.items.map((i) => [i.outcome, i.reason])
const acts = (id: string) =>
  server.db.selectFrom('audit_log').select(['action', 'actor_id']).where('subject_id', '=', id).orderBy('id').execute()
const eventKinds = async (id: string) =>
  (await server.db.selectFrom('events').select('kind').where('subject_id', '=', id).orderBy('id').execute()).map(
    (e) => e.kind,
  )

describe('bulk changes', () => {
  test('assign tickets of any company, with an audit log entry and an event for each', async () => {
    const all = [await make(), await make({ requester: world.south.owner })]
    const r = await bulk(all, { assigneeId: admin.id })
    expect(r.status).toBe(200)
    expect(outcomesOf(r)).toEqual([
      ['changed', null],
      ['changed', null],
    ])
    expect(r.body.items.map((i) => i.ticket?.assignee?.name)).toEqual(['Ada Admin', 'Ada Admin'])
    for (const t of all) {
      expect(await acts(t.id)).toEqual([{ action: 'ticket.assign', actor_id: engineer.id }])
      expect(await eventKinds(t.id)).toEqual(['assigned'])
    }
  })

  test('change status, category, priority, tags, and watching, and can be undone', async () => {
    const one = await make({ tags: ['vpn'], category: 'ai', status: 'new' })
    const two = await make({ tags: ['vpn', 'urgent'], category: 'billing', status: 'in_progress', impact: 'all' })
    await makeEstimate(server.db, { ticket: one, by: engineer })
    const before = await Promise.all([one, two].map((t) => get(t.id)))
    for (const [change, after] of [
      [{ status: 'resolved' }, { status: 'resolved' }],
      [{ category: 'voice' }, { category: 'voice' }],
      [
        { priority: 'P1', priorityReason: 'Their phones are down.' },
        { priority: 'P1', priorityReason: 'Their phones are down.' },
      ],
      [{ addTags: ['Phones', 'vpn'] }, { tags: expect.arrayContaining(['vpn', 'phones']) }],
      [{ removeTags: ['vpn'] }, { tags: expect.not.arrayContaining(['vpn']) }],
      [{ watch: true }, { watchers: [expect.objectContaining({ personId: engineer.id })] }],
    ] as const) {
      const r = await bulk([one, two], change)
      expect([r.status, r.body.error], JSON.stringify(change)).toEqual([200, undefined])
      expect(r.body.items.map((i) => i.outcome)).toEqual(['changed', 'changed'])
      for (const t of [one, two]) expect(await get(t.id)).toMatchObject(after)
      const back = await undo(r.body.undo as string)
      expect(outcomesOf(back), JSON.stringify(change)).toEqual([
        ['changed', null],
        ['changed', null],
      ])
      const now = await Promise.all([one, two].map((t) => get(t.id)))
      for (const [i, t] of now.entries()) {
        const was = before[i] as T
        expect(t).toMatchObject({
          status: was.status,
          category: was.category,
          priority: was.priority,
          priorityReason: was.priorityReason,
          tags: was.tags,
          watchers: [],
          resolvedAt: was.resolvedAt,
          estimates: was.estimates,
        })
      }
    }
  })

  test('skip tickets that cannot be changed, with the reason, and change the others', async () => {
    const [fine, shut, so] = [await make(), await make({ status: 'closed' }), await make({ assignee_id: admin.id })]
    const nowhere = { id: crypto.randomUUID() }
    const r = await bulk([shut, nowhere, so, fine], { assigneeId: admin.id })
    expect(outcomesOf(r)).toEqual([
      ['skipped', 'Closed. Reopen it first.'],
      ['skipped', 'Ticket not found.'],
      ['skipped', 'No change needed.'],
      ['changed', null],
    ])
    expect(r.body.items[1]?.ticket).toBeNull()
    expect(await acts(shut.id)).toEqual([])
    // A status that users cannot set is rejected, as for a single ticket.
    expect(outcomesOf(await bulk([await make({ status: 'in_progress' })], { status: 'new' }))).toEqual([
      ['skipped', 'This ticket can’t be set to this status. Choose another status.'],
    ])
    // A priority needs a reason, as for a single ticket.
    expect((await bulk([fine], { priority: 'P1' })).status).toBe(400)
  })

  test('report a conflict with the current ticket for an old version', async () => {
    const [a, b] = [await make(), await make()]
    await bulk([a], { category: 'voice' }, admin)
    const r = await bulk(
      [
        { id: a.id, version: 1 },
        { id: b.id, version: 1 },
      ],
      { status: 'in_progress' },
    )
    expect(r.body.items.map((i) => [i.outcome, i.ticket?.category, i.ticket?.status])).toEqual([
      ['conflict', 'voice', 'new'],
      ['changed', 'automation', 'in_progress'],
    ])
  })

  test('happen once per idempotency key and reject another body with it', async () => {
    const t = await make()
    const key = crypto.randomUUID()
    const [first, again] = [
      await bulk([t], { status: 'in_progress' }, engineer, key),
      await bulk([t], { status: 'in_progress' }, engineer, key),
    ]
    expect(again.body).toEqual(first.body)
    expect(await eventKinds(t.id)).toEqual(['status'])
    expect((await bulk([t], { status: 'resolved' }, engineer, key)).status).toBe(409)
  })

  test('enforce the limits: 200 tickets, one change, staff assignees, staff only', async () => {
    const t = await make()
    const many = Array.from({ length: 201 }, () => ({ id: crypto.randomUUID() }))
    expect((await bulk(many, { status: 'resolved' })).body.error.fields).toEqual({
      tickets: ['Select at most 200 tickets.'],
    })
    expect((await bulk([], { status: 'resolved' })).status).toBe(400)
    expect((await bulk([t], { status: 'resolved', category: 'ai' })).status).toBe(400)
    expect((await bulk([t], {})).status).toBe(400)
    const r = await bulk([t], { assigneeId: world.north.owner.id })
    expect([r.status, r.body.error.fields]).toEqual([422, { 'change.assigneeId': ['Choose a staff member.'] }])
    expect((await bulk([t], { status: 'resolved' }, world.north.owner)).status).toBe(403)
    expect((await undo(crypto.randomUUID(), world.north.owner)).status).toBe(403)
    expect(await eventKinds(t.id)).toEqual([])
  })

  test('handle 200 tickets in one request, and two concurrent requests for the same tickets', async () => {
    const all = await Promise.all(Array.from({ length: 200 }, () => make()))
    expect(
      (await bulk(all, { assigneeId: engineer.id })).body.items.filter((i) => i.outcome === 'changed'),
    ).toHaveLength(200)
    const some = all.slice(0, 30)
    const [a, b] = await Promise.all([
      bulk(some, { category: 'voice' }, engineer),
      bulk([...some].reverse(), { category: 'ai' }, admin),
    ])
    expect([a.status, b.status]).toEqual([200, 200])
    expect(new Set([...a.body.items, ...b.body.items].map((i) => i.outcome))).toEqual(new Set(['changed']))
  })
})

describe('undo', () => {
  test('skips tickets that changed since and reports them', async () => {
    const [a, b] = [await make(), await make()]
    const r = await bulk([a, b], { status: 'resolved' })
    await bulk([b], { status: 'waiting_on_partner' }, admin)
    const back = await undo(r.body.undo as string)
    expect(outcomesOf(back)).toEqual([
      ['changed', null],
      ['conflict', 'This ticket was changed again.'],
    ])
    expect([(await get(a.id)).status, (await get(b.id)).status]).toEqual(['new', 'waiting_on_partner'])
  })

  test('restores the original resolution time', async () => {
    const at = '2026-01-05T10:00:00Z'
    const t = await make({ status: 'resolved', resolved_at: at })
    const r = await bulk([t], { status: 'in_progress' })
    expect((await get(t.id)).resolvedAt).toBeNull()
    await undo(r.body.undo as string)
    expect(await get(t.id)).toMatchObject({ status: 'resolved', resolvedAt: at })
  })

  test('restores that a ticket was closed before a reply', async () => {
    const t = await make()
    const closed = await server.call('POST', `/v1/tickets/${t.id}/status`, {
      as: world.north.owner,
      body: { status: 'closed' },
    })
    expect(closed.status, closed.text).toBe(200)
    const r = await bulk([t], { status: 'in_progress' })
    expect((await get(t.id)).sla.closedUnanswered).toBe(false)
    expect(outcomesOf(await undo(r.body.undo as string))).toEqual([['changed', null]])
    expect(await get(t.id)).toMatchObject({ status: 'closed', sla: { closedUnanswered: true } })
  })

  test('works once, only for the same user, within an hour', async () => {
    const t = await make()
    const { undo: token } = (await bulk([t], { status: 'resolved' })).body as { undo: string }
    expect((await undo(token, admin)).status).toBe(404)
    const both = await Promise.all([undo(token), undo(token)])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    expect(both.find((r) => r.status === 409)?.body.error.code).toBe('ALREADY_UNDONE')

    const old = (await bulk([t], { status: 'resolved' })).body.undo as string
    await server.db
      .updateTable('ticket_undos')
      .set({ created_at: new Date(Date.now() - 3_601_000).toISOString() })
      .where('id', '=', old)
      .execute()
    expect((await undo(old)).status).toBe(404)
    expect((await bulk([t], { status: 'resolved' })).body.undo).toBeNull()
  })
})

describe('the next ticket', () => {
  const next = (as: Person) => server.call<{ ticket: T | null }>('POST', '/v1/tickets/next', { as })
  const nobodys = () =>
    server.db.updateTable('tickets').set({ assignee_id: admin.id }).where('assignee_id', 'is', null).execute()

  test('is a P1 first, then the next due, and never a waiting ticket', async () => {
    await nobodys()
    const soon = { sla_due_at: new Date(Date.now() + 60_000).toISOString() }
    const late = { sla_due_at: new Date(Date.now() - 60_000).toISOString() }
    await make({ status: 'waiting_on_partner', ...late })
    await make({ status: 'resolved' })
    const third = await make({ ...soon })
    const second = await make({ ...late, status: 'in_progress' })
    const fourth = await make()
    const first = await make({ impact: 'all', urgency: 'high', ...soon })
    const got = []
    for (let i = 0; i < 5; i++) got.push((await next(engineer)).body.ticket)
    expect(got.map((t) => t?.number)).toEqual([first, second, third, fourth, undefined].map((t) => t?.number))
    expect(got[0]?.assignee).toEqual({ id: engineer.id, name: engineer.fullName })
    expect(await eventKinds(first.id)).toEqual(['assigned'])
  })

  test('gives 50 concurrent callers 50 different tickets', async () => {
    await nobodys()
    const made = await Promise.all(Array.from({ length: 50 }, () => make()))
    // A busy machine returns 503: retrying with the same key still gets one ticket.
    const patiently = async (as: Person) => {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      for (;;) {
        const r = await server.call<{ ticket: T | null }>('POST', '/v1/tickets/next', { as, headers })
        if (r.status !== 503) return r
      }
    }
    const got = await Promise.all(Array.from({ length: 60 }, (_, i) => patiently(i % 2 ? engineer : admin)))
    const ids = got.map((r) => r.body.ticket?.id).filter((id) => id !== undefined)
    expect(got.map((r) => r.status)).toEqual(got.map(() => 200))
    expect(ids).toHaveLength(50)
    expect(new Set(ids)).toEqual(new Set(made.map((t) => t.id)))
    expect((await next(world.north.owner)).status).toBe(403)
  })
})

test('a new ticket does not lock the counter of its company until it commits', async () => {
  const company = world.north.company.id
  const opened = () =>
    server.db.selectFrom('ticket_counts').select('count').where('company_id', '=', company).where('status', '=', 'new')
  await make()
  const before = await opened().executeTakeFirstOrThrow()
  await server.db.transaction().execute(async (db) => {
    await makeTicket(db, { requester: world.north.owner })
    // Rejects if the row is locked.
    expect(await opened().forUpdate().noWait().execute()).toEqual([before])
  })
  expect((await opened().executeTakeFirstOrThrow()).count).toBe(before.count + 1)
})

test('workload counts open tickets by assignee and priority, overdue tickets, and time logged today', async () => {
  const fresh = await server.person(world.provider, 'engineer', { fullName: 'Wanda Workload' })
  const mine = { assignee_id: fresh.id }
  await make({
    ...mine,
    impact: 'all',
    urgency: 'high',
    sla_due_at: '2026-01-01T00:00:00Z',
    sla_soon_at: '2026-01-01T00:00:00Z',
  })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await make({ ...mine, sla_due_at: later, sla_soon_at: '2026-01-01T00:00:00Z' })
  await make({ ...mine, sla_due_at: later, sla_soon_at: later, status: 'waiting_on_partner' })
  const ticket = await make({ ...mine, status: 'closed' })
  // Today is the provider's day, whatever the date is elsewhere.
  const { rows } = await sql<{ on: string; before: string }>`select hours_day(now())::text as on,
    (hours_day(now()) - 1)::text as before`.execute(server.db)
  const { on, before: yesterday } = rows[0] as { on: string; before: string }
  const time = { ticket, by: fresh, worked_on: on }
  await makeTime(server.db, { ...time, minutes: 50 })
  await makeTime(server.db, { ...time, minutes: 25, ticket: await make({ requester: world.south.owner }) })
  await makeTime(server.db, { ...time, minutes: 300, worked_on: yesterday })
  await makeTime(server.db, { ...time, minutes: 200, removed_at: new Date().toISOString(), removed_by: fresh.id })
  const load = async () => {
    const r = await server.call<{ items: z.infer<typeof Workload>[] }>('GET', '/v1/tickets/workload', { as: engineer })
    return r.body.items
  }
  expect((await load()).find((l) => l.person?.id === fresh.id)).toEqual({
    person: { id: fresh.id, name: 'Wanda Workload' },
    open: 3,
    byPriority: { P1: 1, P2: 0, P3: 0, P4: 2 },
    waiting: 1,
    overdue: 1,
    dueSoon: 1,
    today: 75,
  })
  const nobody = async () => (await load()).find((l) => l.person === null)?.open ?? 0
  const before = await nobody()
  await make({ requester: world.south.owner })
  expect(await nobody()).toBe(before + 1)
  expect((await server.call('GET', '/v1/tickets/workload', { as: world.north.owner })).status).toBe(403)
})

test('the counters of the workload equal a count of the open tickets after every kind of change', async () => {
  const [a, b, c, d, e, f, g] = (await Promise.all(Array.from({ length: 7 }, async () => (await make()).id))) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const change = (id: string, to: { status?: string; priority?: string; assignee_id?: string | null }) =>
    server.db.updateTable('tickets').set(to).where('id', '=', id).execute()
  await change(a, { assignee_id: engineer.id })
  await change(a, { assignee_id: admin.id, status: 'in_progress' })
  await change(b, { priority: 'P1', assignee_id: engineer.id })
  await change(b, { assignee_id: null })
  await change(c, { status: 'waiting_on_partner', assignee_id: engineer.id })
  await change(c, { status: 'waiting_on_third_party' })
  await change(d, { status: 'resolved' })
  await change(d, { status: 'in_progress' })
  await change(e, { status: 'closed', assignee_id: admin.id })
  await make({ assignee_id: engineer.id, status: 'closed' })
  await server.db.deleteFrom('messages').where('ticket_id', '=', g).execute()
  await server.db.deleteFrom('tickets').where('id', '=', g).execute()
  await server.db.transaction().execute(async (db) => {
    const twice = db.updateTable('tickets').where('id', '=', f)
    await twice.set({ priority: 'P2' }).execute()
    await twice.set({ priority: 'P1', assignee_id: engineer.id }).execute()
  })
  const { rows } = await sql`
    with counted as (select assignee_id, priority, waiting, sum(count)::int from derived.ticket_loads group by 1, 2, 3 having sum(count) <> 0),
      actual as (select coalesce(assignee_id, '00000000-0000-0000-0000-000000000000'), priority,
        status in ('waiting_on_partner', 'waiting_on_third_party'), count(*)::int
        from tickets where status not in ('resolved', 'closed') group by 1, 2, 3)
    (table counted except table actual) union all (table actual except table counted)`.execute(server.db)
  expect(rows).toEqual([])
})

describe('presence', () => {
  const be = (as: Person, id: string, writing = false) =>
    server.call<Here>('POST', `/v1/tickets/${id}/presence`, { as, body: { writing } })
  const leave = (as: Person, id: string) => server.call('DELETE', `/v1/tickets/${id}/presence`, { as })
  const all = async (as: Person) => (await server.call<Here>('GET', '/v1/tickets/presence', { as })).body.items

  test('is shown to other staff, including who is writing, until they leave or time out', async () => {
    const t = await make()
    expect((await be(engineer, t.id)).body.items).toEqual([])
    expect((await be(admin, t.id)).body.items).toMatchObject([{ person: { name: 'Erin Engineer' }, writing: false }])
    await be(engineer, t.id, true)
    expect(await all(admin)).toMatchObject([{ ticketId: t.id, person: { id: engineer.id }, writing: true }])
    expect((await leave(engineer, t.id)).status).toBe(200)
    expect(await all(admin)).toEqual([])

    await be(engineer, t.id)
    await server.db
      .updateTable('ticket_presence')
      .set({ seen_at: new Date(Date.now() - 26_000).toISOString() })
      .where('user_id', '=', engineer.id)
      .execute()
    expect(await all(admin)).toEqual([])
    await server.db
      .updateTable('ticket_presence')
      .set({ seen_at: new Date(Date.now() - 3_600_000).toISOString() })
      .execute()
    await sweepQueue.handler(server.platform)
    expect(await server.db.selectFrom('ticket_presence').selectAll().execute()).toEqual([])
  })

  test('ignores a late heartbeat of a page that left, but not of another page', async () => {
    const t = await make()
    const [visit, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const say = (visit: string) =>
      server.call<Here>('POST', `/v1/tickets/${t.id}/presence`, { as: engineer, body: { writing: true, visit } })
    const go = (visit: string) =>
      server.call('DELETE', `/v1/tickets/${t.id}/presence`, { as: engineer, body: { visit } })
    await say(visit)
    expect(await all(admin)).toHaveLength(1)
    expect((await go(visit)).status).toBe(200)
    expect((await say(visit)).status).toBe(200)
    expect(await all(admin)).toEqual([])
    // Leaving one page does not remove another page of the same user.
    await say(other)
    await go(visit)
    expect(await all(admin)).toHaveLength(1)
    await go(other)
    expect(await all(admin)).toEqual([])
    // Leaving may arrive before the first heartbeat.
    const early = crypto.randomUUID()
    await go(early)
    await say(early)
    expect(await all(admin)).toEqual([])
  })

  test('is sent to open staff pages immediately, and never to partners', async () => {
    const t = await make()
    const hear = async (as: Person) => {
      const heard: string[] = []
      const stop = new AbortController()
      const r = await fetch(`${server.url}/api/v1/events`, {
        headers: {
          apikey: server.env.publishableKey,
          authorization: `Bearer ${as.token}`,
          accept: 'text/event-stream',
        },
        signal: stop.signal,
      })
      const lines = (r.body as ReadableStream<Uint8Array>).pipeThrough(
        new TextDecoderStream() as never,
      ) as ReadableStream<string>
      void (async () => {
        for await (const text of lines) heard.push(text)
      })().catch(() => {})
      return { text: () => heard.join(''), stop: () => stop.abort() }
    }
    const [staff, partner] = [await hear(admin), await hear(world.north.owner)]
    await expect
      .poll(async () => {
        await be(engineer, t.id)
        await leave(engineer, t.id)
        return staff.text()
      })
      .toMatch(/"topic":"presence".*"kind":"gone"/s)
    expect(staff.text()).not.toMatch(/^id: *0$/m)
    // The partner gets a later event, and nothing before it.
    await expect
      .poll(async () => {
        await bulk([t], { category: 'ai' })
        await bulk([t], { category: 'voice' })
        return partner.text()
      })
      .toContain('"kind":"edited"')
    expect(partner.text()).not.toContain('presence')
    for (const who of [staff, partner]) who.stop()
    expect((await be(world.north.owner, t.id)).status).toBe(403)
    expect((await server.call('GET', '/v1/tickets/presence', { as: world.north.owner })).status).toBe(403)
  })

  test('returns NOT_FOUND for an unknown ticket', async () => {
    expect((await be(engineer, crypto.randomUUID())).status).toBe(404)
    expect((await leave(engineer, crypto.randomUUID())).status).toBe(404)
  })
})
