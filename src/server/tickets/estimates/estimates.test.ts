import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeHours } from '../../../../test/factories/hours.ts'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { makeEstimate } from '../../../../test/factories/time.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { Message, Ticket } from '../../../contract/tickets/index.ts'
import type { ActionItemSource } from '../../platform/events/action-items.ts'
import { ticketActionItems } from '../action-items.ts'
import { estimateActionItems } from './estimate-action-items.ts'
import { expireEstimate } from './expire-estimate.ts'

type T = z.infer<typeof Ticket> & ErrorShape

let server: TestServer
let world: World
let owner: Person
let engineer: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ owner } = world.north)
  ;({ engineer } = world)
  // Approvals reserve hours, so both companies get plenty.
  for (const { companyId } of [owner, world.south.owner]) await makeHours(server.db, companyId, { minutes: 60_000 })
})
afterAll(() => server.close())

const ticketOf = (of: Person = owner, more: object = {}) => makeTicket(server.db, { requester: of, ...more })
const get = async (id: string, as: Person = owner) => (await server.call<T>('GET', `/v1/tickets/${id}`, { as })).body
const propose = (id: string, body: object = {}, as: Person = engineer) =>
  server.call<T>('POST', `/v1/tickets/${id}/estimates`, {
    as,
    body: { minutes: 120, note: 'Find and mend it', ...body },
  })
const decide = (id: string, estimateId: string | undefined, body: object, as: Person = owner) =>
  server.call<T>('POST', `/v1/tickets/${id}/estimates/${estimateId}/decision`, { as, body })
const withdraw = (id: string, estimateId: string | undefined, as: Person = engineer) =>
  server.call<T>('POST', `/v1/tickets/${id}/estimates/${estimateId}/withdraw`, { as })
const book = (id: string, body: object) =>
  server.call('POST', `/v1/tickets/${id}/time`, { as: engineer, body: { minutes: 45, ...body } })
const listed = (source: ActionItemSource, { companyId, id: userId, role }: Person, limit = 10) => {
  const actor = { kind: 'tenant' as const, companyId, userId, role }
  return server.platform.db.asActor(actor, (db) => source(db, actor, limit))
}
const waiting = (as: Person) => listed(estimateActionItems, as)

test('the oldest estimates are the first action items', async () => {
  const { owner: other } = world.south
  const [first, second] = [await ticketOf(other), await ticketOf(other)]
  for (const { id } of [first, second]) await propose(id)
  const { items, total } = await listed(estimateActionItems, other, 1)
  expect([items.map((i) => i.path), total]).toEqual([[`/tickets/${first.id}`], 2])
  for (const { id } of [first, second]) await withdraw(id, (await get(id, other)).estimates[0]?.id)
})

test('staff propose an estimate, the owner approves it, and logged time counts against it', async () => {
  const ticket = await ticketOf(owner, { status: 'in_progress' })
  await book(ticket.id, {})
  const { status, body } = await propose(ticket.id)
  expect([status, body.status]).toEqual([201, 'waiting_on_partner'])
  const [estimate] = (await get(ticket.id)).estimates
  expect(estimate).toMatchObject({
    minutes: 120,
    status: 'proposed',
    proposedBy: { name: 'Erin Engineer' },
    decidedBy: null,
  })
  expect((await get(ticket.id)).can).toMatchObject({ decide: true, estimate: false })
  expect((await get(ticket.id, world.north.member)).can.decide).toBe(false)
  expect((await get(ticket.id, engineer)).can).toMatchObject({ decide: false, estimate: true })
  expect(await waiting(owner)).toMatchObject({
    total: 1,
    items: [{ kind: 'estimate', detail: 'Estimate of 2 h needs your approval', path: `/tickets/${ticket.id}` }],
  })
  expect((await waiting(world.north.member)).total).toBe(0)
  // The owner has the estimate as an action item, everyone else the ticket.
  const asked = async (as: Person) => (await listed(ticketActionItems, as)).items.some((i) => i.id === ticket.id)
  expect([await asked(owner), await asked(world.north.member)]).toEqual([false, true])
  expect((await waiting(world.south.owner)).total).toBe(0)

  const approved = (await decide(ticket.id, estimate?.id, { decision: 'approved', comment: 'Go ahead' })).body
  expect(approved).toMatchObject({
    status: 'in_progress',
    budget: { minutes: 120, used: 0 },
    estimates: [{ status: 'approved', decidedBy: { name: 'North Owner' }, comment: 'Go ahead' }],
  })
  expect((await waiting(owner)).total).toBe(0)
  await book(ticket.id, {})
  await book(ticket.id, { billable: false, reason: 'own_mistake' })
  expect((await get(ticket.id)).budget).toEqual({ minutes: 120, used: 45 })

  const { items } = (
    await server.call<{ items: z.infer<typeof Message>[] }>('GET', `/v1/tickets/${ticket.id}/messages`, { as: owner })
  ).body
  expect(items.map((m) => [m.change?.type, m.change?.to, m.change?.comment])).toEqual([
    ['estimate', 'proposed', undefined],
    ['status', 'waiting_on_partner', undefined],
    ['estimate', 'approved', 'Go ahead'],
    ['status', 'in_progress', undefined],
  ])
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'ip'])
    .where('subject_id', '=', ticket.id)
    .where('action', 'like', 'estimate.%')
    .orderBy('id')
    .execute()
  expect(acts).toMatchObject([
    { action: 'estimate.proposed', actor_id: engineer.id },
    { action: 'estimate.approved', actor_id: owner.id, ip: '127.0.0.1' },
  ])
  const row = await server.db
    .selectFrom('estimates')
    .select('decided_ip')
    .where('id', '=', estimate?.id as string)
    .executeTakeFirstOrThrow()
  expect(row.decided_ip).toBe('127.0.0.1')
  const told = await server.db
    .selectFrom('events')
    .select('data')
    .where('subject_id', '=', ticket.id)
    .where('kind', '=', 'estimate')
    .orderBy('id')
    .execute()
  expect(told.map((e) => (e.data as { action: string }).action)).toEqual(['proposed', 'approved'])

  // A second approved estimate is added to the first.
  await propose(ticket.id, { minutes: 60 })
  const more = (await get(ticket.id)).estimates[0]
  expect((await decide(ticket.id, more?.id, { decision: 'approved' })).body.budget).toEqual({ minutes: 180, used: 45 })
})

test('only owners can approve or decline', async () => {
  const ticket = await ticketOf()
  await propose(ticket.id)
  const id = (await get(ticket.id)).estimates[0]?.id
  for (const as of [world.north.member, engineer, world.admin])
    expect((await decide(ticket.id, id, { decision: 'approved' }, as)).status, as.role).toBe(403)
  expect((await decide(ticket.id, id, { decision: 'approved' }, world.south.owner)).status).toBe(404)
  expect((await decide(ticket.id, crypto.randomUUID(), { decision: 'approved' })).status).toBe(404)
  expect((await decide(ticket.id, id, { decision: 'maybe' })).status).toBe(400)
  expect((await propose(ticket.id, {}, owner)).status).toBe(403)
  // The estimate is not found on another ticket.
  expect((await decide((await ticketOf()).id, id, { decision: 'approved' })).status).toBe(404)
  expect((await get(ticket.id)).estimates[0]?.status).toBe('proposed')
})

test('when two owners decide at the same time, one wins and the other sees the result', async () => {
  const second = await server.person(world.north.company, 'owner', { fullName: 'Second Owner' })
  for (let round = 0; round < 3; round++) {
    const ticket = await ticketOf()
    await propose(ticket.id)
    const id = (await get(ticket.id)).estimates[0]?.id
    const both = await Promise.all([
      decide(ticket.id, id, { decision: 'approved' }, owner),
      decide(ticket.id, id, { decision: 'declined' }, second),
    ])
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    const won = both.find((r) => r.status === 200)?.body.estimates[0]
    const lost = both.find((r) => r.status === 409)?.body.error
    expect(lost?.code).toBe('ESTIMATE_DECIDED')
    expect((lost?.current as T | undefined)?.estimates[0]).toEqual(won)
  }
})

test('approving and withdrawing at the same time has exactly one result', async () => {
  for (let round = 0; round < 3; round++) {
    const ticket = await ticketOf()
    await propose(ticket.id)
    const id = (await get(ticket.id)).estimates[0]?.id
    const [a, w] = await Promise.all([decide(ticket.id, id, { decision: 'approved' }), withdraw(ticket.id, id)])
    expect([a.status, w.status].sort()).toEqual([200, 409])
    const now = await get(ticket.id)
    expect(now.estimates[0]?.status).toBe(a.status === 200 ? 'approved' : 'withdrawn')
    expect(now.status).toBe('in_progress')
    const lines = await server.db
      .selectFrom('messages')
      .select('data')
      .where('ticket_id', '=', ticket.id)
      .where('kind', '=', 'event')
      .execute()
    expect(lines.filter((l) => (l.data as { type: string }).type === 'estimate')).toHaveLength(2)
  }
})

test('only one estimate is open at a time; a new one replaces it, also concurrently', async () => {
  const ticket = await ticketOf()
  await Promise.all([propose(ticket.id), propose(ticket.id, { minutes: 30 }), propose(ticket.id, { minutes: 60 })])
  const { estimates } = await get(ticket.id)
  expect(estimates.map((e) => e.status)).toEqual(['proposed', 'superseded', 'superseded'])
  const old = await decide(ticket.id, estimates[1]?.id, { decision: 'approved' })
  expect([old.status, old.body.error.code]).toEqual([409, 'ESTIMATE_DECIDED'])
})

test('an estimate expires on the ticket that a merge has moved it to', async () => {
  const [from, into] = [await ticketOf(), await ticketOf(owner, { status: 'waiting_on_partner' })]
  const expires_at = new Date(Date.now() - 1000).toISOString()
  const { id } = await makeEstimate(server.db, { ticket: from, by: engineer, expires_at })
  await server.call('POST', `/v1/tickets/${from.id}/merge`, { as: engineer, body: { intoId: into.id, version: 1 } })
  await expireEstimate(server.platform, { companyId: from.company_id, ticketId: from.id, estimateId: id })
  const row = await server.db.selectFrom('estimates').select(['ticket_id', 'status']).where('id', '=', id).execute()
  expect(row).toEqual([{ ticket_id: into.id, status: 'expired' }])
  expect((await get(into.id)).status).toBe('in_progress')
})

test('an estimate expires, ends with its ticket, and cannot be proposed on a closed ticket', async () => {
  const ticket = await ticketOf()
  const past = await propose(ticket.id, { expiresAt: '2020-01-01T00:00:00Z' })
  expect([past.status, Object.keys(past.body.error.fields ?? {})]).toEqual([422, ['expiresAt']])
  const late = await ticketOf(owner, { status: 'waiting_on_partner' })
  const { id } = await makeEstimate(server.db, {
    ticket: late,
    by: engineer,
    expires_at: new Date(Date.now() - 1000).toISOString(),
  })
  // The estimate is shown as expired before the job has run.
  expect((await get(late.id)).estimates[0]?.status).toBe('expired')
  expect((await decide(late.id, id, { decision: 'approved' })).status).toBe(409)
  expect((await waiting(owner)).items.map((i) => i.id)).not.toContain(id)
  const data = { companyId: late.company_id, ticketId: late.id, estimateId: id }
  await expireEstimate(server.platform, data)
  await expireEstimate(server.platform, data)
  expect((await get(late.id)).status).toBe('in_progress')
  const lines = await server.db.selectFrom('messages').select('author_kind').where('ticket_id', '=', late.id).execute()
  expect(lines).toEqual([{ author_kind: 'system' }, { author_kind: 'system' }])

  await propose(ticket.id)
  await server.call('POST', `/v1/tickets/${ticket.id}/status`, { as: owner, body: { status: 'closed' } })
  const closed = await get(ticket.id)
  expect([closed.estimates[0]?.status, closed.can.estimate]).toEqual(['withdrawn', false])
  expect((await propose(ticket.id)).body.error.code).toBe('TICKET_CLOSED')
})
