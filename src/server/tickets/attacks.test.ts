// Hostile, hasty and concurrent requests for tickets, against a real server.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/factories/contacts.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { notifyOfEvents } from '../notifications/jobs.ts'
import type { Mail } from '../platform/mail/mail.ts'
import { type Queued, SEND, sendQueued } from '../platform/mail/mail-queue.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const ticketOf = (requester: Person = world.north.owner, fields = {}) => makeTicket(server.db, { requester, ...fields })
const pair = async () => [await ticketOf(), await ticketOf()] as const
const merge = (from: { id: string }, into: { id: string }) =>
  server.call('POST', `/v1/tickets/${from.id}/merge`, { as: world.engineer, body: { intoId: into.id } })
const deactivate = (who: Person) =>
  server.db.updateTable('profiles').set({ deactivated_at: new Date().toISOString() }).where('id', '=', who.id).execute()

describe('a ticket merged during another operation', () => {
  test('returns TICKET_MERGED for every operation', async () => {
    const [from, into] = await pair()
    expect((await merge(from, into)).status).toBe(200)
    const who = { kind: 'user', id: world.north.member.id }
    for (const [as, method, path, body] of [
      [world.engineer, 'POST', 'watchers', { who }],
      [world.north.owner, 'POST', 'watchers', { who }],
      [world.engineer, 'DELETE', `watchers/${uuid()}`, undefined],
      [world.engineer, 'POST', 'estimates', { minutes: 10, note: 'Look at it.' }],
      [world.engineer, 'POST', `estimates/${uuid()}/withdraw`, undefined],
      [world.north.owner, 'POST', `estimates/${uuid()}/decision`, { decision: 'approved' }],
      [world.engineer, 'POST', 'status', { status: 'in_progress' }],
      [world.engineer, 'POST', 'assignee', { assigneeId: null }],
      [world.engineer, 'POST', 'split', { messageIds: [uuid()], subject: 'Another' }],
      [world.engineer, 'POST', 'messages', { body: 'Late.' }],
      [world.engineer, 'PATCH', `messages/${uuid()}`, { body: 'Late.', version: 1 }],
      [world.north.owner, 'PUT', 'rating', { rating: 1 }],
    ] as const) {
      const r = await server.call<ErrorShape>(method, `/v1/tickets/${from.id}/${path}`, {
        as,
        ...(body ? { body } : {}),
      })
      expect([r.status, r.body.error?.code], `${method} ${path}`).toEqual([409, 'TICKET_MERGED'])
    }
  })

  test('has its time entries and timers on the target ticket', async () => {
    for (let i = 0; i < 4; i++) {
      const [from, into] = await pair()
      const booked = Array.from({ length: 5 }, () =>
        server.call('POST', `/v1/tickets/${from.id}/time`, { as: world.admin, body: { minutes: 5 } }),
      )
      const [, ...answers] = await Promise.all([merge(from, into), ...booked])
      for (const r of answers) expect(r.status).toBe(201)
      const late = await server.call<{ ticket: { id: string } }>('POST', `/v1/tickets/${from.id}/time`, {
        as: world.admin,
        body: { minutes: 5 },
      })
      expect([late.status, late.body.ticket.id]).toEqual([201, into.id])
      const { body } = await server.call<{ minutes: number }>('GET', `/v1/tickets/${into.id}`, { as: world.engineer })
      expect(body.minutes).toBe(30)
      const timer = await server.call<{ timer: { id: string; ticket: { id: string } } }>('POST', '/v1/timer', {
        as: world.admin,
        body: { ticketId: from.id },
      })
      expect(timer.body.timer.ticket.id).toBe(into.id)
      await server.call('DELETE', '/v1/timer', { as: world.admin, body: { id: timer.body.timer.id } })
    }
  })
})

describe('limits', () => {
  test('an oversized draft is rejected with a message', async () => {
    for (const fields of [{ a: 'x'.repeat(30_000) }, { a: Array(3_000).fill(1e300) }]) {
      const r = await server.call<ErrorShape>('PUT', '/v1/drafts', {
        as: world.north.owner,
        body: { kind: 'new', body: 'It…', fields, revision: null },
      })
      expect([r.status, Object.keys(r.body.error.fields ?? {})]).toEqual([400, ['fields']])
    }
  })

  test('an oversized filter is rejected before the query', async () => {
    const r = await server.call<ErrorShape>('POST', '/rpc/tickets/list', {
      as: world.north.owner,
      body: { json: { status: Array(90_000).fill('new') } },
    })
    expect([r.status, r.body.error.code]).toEqual([400, 'BAD_REQUEST'])
  })

  test('many searches of one user are limited and do not block others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => server.call('GET', '/v1/tickets?q=scheduled', { as: world.north.owner })),
    )
    const codes = Map.groupBy(answers, (r) => r.status)
    expect([...codes.keys()].sort()).toEqual([200, 429])
    expect((await server.call('GET', '/v1/tickets?q=scheduled', { as: world.north.member })).status).toBe(200)
    expect((await server.call('GET', '/v1/search?q=scheduled', { as: world.north.owner })).status).toBe(200)
  })
})

test('a company cannot use watchers to email arbitrary people', async () => {
  const of = await server.company({ name: 'Spammer' })
  const owner = await server.person(of, 'owner')
  const victim = await makeContact(server.db, { company_id: of.id, email: 'victim@elsewhere.example' })
  const write = async () => {
    const r = await server.call('POST', '/v1/tickets', {
      as: owner,
      body: { subject: 'Buy this', description: 'Now!', watchers: [{ kind: 'contact', id: victim.id }] },
    })
    expect(r.status).toBe(201)
    await notifyOfEvents.handler(server.platform)
    return (await server.mails('victim@elsewhere.example')).length
  }
  expect(await write()).toBe(1)
  // Use up the mail limit, as many more tickets would. The next email is not lost but waits.
  while ((await server.platform.limits.outward(of.id, 50)) === 0);
  expect(await write()).toBe(2)
  const waiting = () =>
    server.db
      .selectFrom('jobs.job' as never)
      .select(['id', 'data', sql<boolean>`start_after > now() + interval '1 minute'`.as('later')] as never)
      .where('name' as never, '=', SEND as never)
      .where(sql<boolean>`data->>'companyId' = ${of.id} and data->>'outward' = 'true'`)
      .orderBy('created_on' as never)
      .execute() as Promise<{ id: string; data: Queued; later: boolean }[]>
  const sent: string[] = []
  const platform = {
    ...server.platform,
    mail: { ...server.platform.mail, send: async (m: Mail) => void sent.push(m.to) },
  }
  const [, second] = await waiting()
  await sendQueued.handler(platform, second?.data as Queued)
  expect(sent).toEqual([])
  expect((await waiting()).map((job) => job.later)).toEqual([false, false, true])
  await server.db.deleteFrom('auth.rate_limits').where('key', 'like', 'outward:%').execute()
  await sendQueued.handler(platform, (await waiting()).at(-1)?.data as Queued)
  expect(sent).toEqual(['victim@elsewhere.example'])
  // The team is still notified.
  const told = server.db.selectFrom('notifications').select('id').where('title', 'like', 'Spammer:%')
  expect((await told.where('user_id', '=', world.engineer.id).execute()).length).toBe(2)
})

describe('users who have left', () => {
  test('are assigned no tickets', async () => {
    const gone = await server.person(world.provider, 'engineer', { fullName: 'Gone Engineer' })
    await deactivate(gone)
    const ticket = await ticketOf()
    const one = await server.call<ErrorShape>('POST', `/v1/tickets/${ticket.id}/assignee`, {
      as: world.engineer,
      body: { assigneeId: gone.id },
    })
    const many = await server.call<ErrorShape>('POST', '/v1/tickets/bulk', {
      as: world.engineer,
      body: { tickets: [{ id: ticket.id }], change: { assigneeId: gone.id } },
    })
    expect([one.status, many.status]).toEqual([422, 422])
  })

  test('leave tickets whose replies notify someone else', async () => {
    const gone = await server.person(world.provider, 'engineer', { fullName: 'Left Engineer' })
    const ticket = await ticketOf(world.north.owner, { assignee_id: gone.id })
    await deactivate(gone)
    await server.call('POST', `/v1/tickets/${ticket.id}/messages`, {
      as: world.north.owner,
      body: { body: 'Is anybody there?' },
    })
    await notifyOfEvents.handler(server.platform)
    const told = await server.db
      .selectFrom('notifications')
      .select('user_id')
      .where('subject_id', '=', ticket.id)
      .where('kind', '=', 'ticket_reply')
      .execute()
    expect(told.map((t) => t.user_id).sort()).toEqual([world.engineer.id, world.admin.id].sort())
  })
})

test('partners do not learn that staff watch a ticket', async () => {
  const ticket = await ticketOf()
  const { body } = await server.call<{ watchers: { id: string }[] }>('POST', `/v1/tickets/${ticket.id}/watchers`, {
    as: world.engineer,
    body: { who: { kind: 'user', id: world.engineer.id } },
  })
  await server.call('DELETE', `/v1/tickets/${ticket.id}/watchers/${body.watchers[0]?.id}`, { as: world.engineer })
  const events = await server.db
    .selectFrom('events')
    .select(['kind', 'staff_only'])
    .where('subject_id', '=', ticket.id)
    .execute()
  expect(events).toEqual([
    { kind: 'watchers', staff_only: true },
    { kind: 'watchers', staff_only: true },
  ])
  // A colleague as watcher is visible to the partner.
  const who = { kind: 'user', id: world.north.member.id }
  await server.call('POST', `/v1/tickets/${ticket.id}/watchers`, { as: world.engineer, body: { who } })
  const last = await server.db
    .selectFrom('events')
    .select('staff_only')
    .where('subject_id', '=', ticket.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(last?.staff_only).toBe(false)
})
