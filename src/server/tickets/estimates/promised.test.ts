// Approved estimates and a company's hours: what is reserved, what is left, and what is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeActiveAgreement } from '../../../../test/factories/agreements.ts'
import { makeBalance } from '../../../../test/factories/hours.ts'
import { makeTicket } from '../../../../test/factories/tickets.ts'
import { makeEstimate, makeTime } from '../../../../test/factories/time.ts'
import {
  type ErrorShape,
  type Person,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness/server.ts'
import type { Reserved, Ticket, TicketHours } from '../../../contract/tickets/index.ts'

type T = z.infer<typeof Ticket> & ErrorShape
type Short = { error: { needed: number; available: number; missing: number } }

let server: TestServer
let world: World
let owner: Person
let engineer: Person

beforeAll(async () => {
  server = await startServer()
  world = await server.world()
  ;({ engineer } = world)
})
beforeEach(async () => {
  // Each test has its own company, because hours reserved on one ticket are missing on all others.
  const company = await server.company({ name: 'Promised' })
  owner = await server.person(company, 'owner', { fullName: 'Olga Owner' })
})
afterAll(() => server.close())

const balance = (minutes: number, base?: number) => makeBalance(server.db, owner.companyId, minutes, base)
const agreement = (fields: object = {}) =>
  makeActiveAgreement(server.db, { company_id: owner.companyId, by: engineer, ...fields })
const ticketOf = (more: object = {}) => makeTicket(server.db, { requester: owner, ...more })
const hoursOf = async (id: string, as: Person = owner) =>
  (await server.call<z.infer<typeof TicketHours> & ErrorShape>('GET', `/v1/tickets/${id}/hours`, { as })).body
const reserved = async (as: Person, query = '') =>
  (
    await server.call<{ reserved: number; items: z.infer<typeof Reserved>[] } & ErrorShape>(
      'GET',
      `/v1/tickets/reserved${query}`,
      { as },
    )
  ).body
const get = async (id: string) => (await server.call<T>('GET', `/v1/tickets/${id}`, { as: owner })).body
/** Creates an open estimate on a ticket. Returns functions to decide it. */
async function proposed(minutes: number, more: object = {}) {
  const ticket = await ticketOf({ status: 'waiting_on_partner', ...more })
  const { id } = await makeEstimate(server.db, { ticket, by: engineer, minutes })
  const decide = (decision: string) =>
    server.call<T & Short>('POST', `/v1/tickets/${ticket.id}/estimates/${id}/decision`, {
      as: owner,
      body: { decision },
    })
  return { ticket, approve: () => decide('approved'), decline: () => decide('declined') }
}

describe('an approval', () => {
  test('can use the last available minute, but not more', async () => {
    await balance(120)
    expect((await (await proposed(120)).approve()).status).toBe(200)
    const more = await proposed(1)
    const refused = await more.approve()
    expect([refused.status, refused.body.error.code]).toEqual([422, 'HOURS_SHORT'])
    expect(refused.body.error).toMatchObject({ needed: 1, available: 0, missing: 1 })
  })
  test('changes nothing when rejected, and succeeds once there are enough hours', async () => {
    await balance(90)
    const { ticket, approve, decline } = await proposed(120)
    const before = await get(ticket.id)
    expect((await approve()).body.error).toMatchObject({ code: 'HOURS_SHORT', needed: 120, available: 90, missing: 30 })
    expect(await get(ticket.id)).toEqual(before)
    const acts = await server.db.selectFrom('audit_log').select('action').where('subject_id', '=', ticket.id).execute()
    expect(acts).toEqual([])
    await balance(120)
    expect((await approve()).body.estimates[0]?.status).toBe('approved')
    expect((await decline()).body.error.code).toBe('ESTIMATE_DECIDED')
  })
  test('can be declined without hours', async () => {
    expect((await (await proposed(600)).decline()).status).toBe(200)
  })
  test('reports all minutes as missing when there are no hours', async () => {
    const refused = await (await proposed(60)).approve()
    expect(refused.body.error).toMatchObject({ code: 'HOURS_SHORT', available: 0, missing: 60 })
  })
  test('adds a negative balance to the missing minutes', async () => {
    await balance(-30, 600)
    expect((await (await proposed(60)).approve()).body.error).toMatchObject({ available: -30, missing: 90 })
  })
  test('does not reserve the same hours for two tickets approved at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      await balance(100 + round * 100)
      const both = await Promise.all([proposed(100), proposed(100)])
      const answers = await Promise.all(both.map((one) => one.approve()))
      expect(answers.map((r) => r.status).sort()).toEqual([200, 422])
    }
    expect((await reserved(owner)).reserved).toBe(500)
  })
})

describe('reserved hours', () => {
  test('are the approved and unused minutes of all open tickets, including this one', async () => {
    await balance(600)
    const { ticket, approve } = await proposed(240)
    await approve()
    await makeTime(server.db, { ticket, by: engineer, minutes: 40, charged: 60, multiplier: 150 })
    await makeTime(server.db, { ticket, by: engineer, minutes: 30, charged: null, billable: false, reason: 'repair' })
    const all = { balance: 600, reserved: 180, available: 420, allowance: 0, overage: 'stop', covered: false }
    expect(await hoursOf(ticket.id)).toMatchObject(all)
    expect((await get(ticket.id)).budget).toEqual({ minutes: 240, used: 60 })
    expect(await hoursOf((await ticketOf()).id, engineer)).toMatchObject(all)
    expect(await reserved(owner)).toMatchObject({
      reserved: 180,
      items: [{ ticket: { id: ticket.id, number: ticket.number }, approved: 240, used: 60, reserved: 180 }],
    })
    // More was used than approved: nothing is left to reserve, and nothing is given back.
    await makeTime(server.db, { ticket, by: engineer, minutes: 300, charged: 300 })
    expect(await reserved(owner)).toEqual({ reserved: 0, items: [] })
  })
  test('are released when the ticket is resolved and reserved again when it is reopened', async () => {
    await balance(120)
    const one = await proposed(120)
    await one.approve()
    const two = await proposed(60)
    expect((await two.approve()).status).toBe(422)
    const set = (status: string) =>
      server.call('POST', `/v1/tickets/${one.ticket.id}/status`, { as: engineer, body: { status } })
    await set('resolved')
    expect((await reserved(owner)).reserved).toBe(0)
    await set('in_progress')
    expect((await reserved(owner)).reserved).toBe(120)
    await set('resolved')
    expect((await two.approve()).status).toBe(200)
  })
  test('are visible only to the company and to staff', async () => {
    await balance(120)
    const { ticket, approve } = await proposed(60)
    await approve()
    const south = world.south.owner
    expect((await hoursOf(ticket.id, south)).error.code).toBe('NOT_FOUND')
    expect((await reserved(south, `?company=${owner.companyId}`)).error.code).toBe('NOT_FOUND')
    expect((await reserved(south)).reserved).toBe(0)
    expect((await reserved(engineer, `?company=${owner.companyId}`)).reserved).toBe(60)
    expect((await reserved(engineer)).error).toMatchObject({
      code: 'BAD_REQUEST',
      fields: { company: expect.anything() },
    })
  })
})

describe('the terms of the ticket’s agreement', () => {
  test('allow approval without hours when overage is billed', async () => {
    const { id } = await agreement({ overage: 'bill', hourly_rate_cents: 17_500 })
    const one = await proposed(60, { agreement_id: id })
    expect((await hoursOf(one.ticket.id)).overage).toBe('bill')
    expect((await one.approve()).status).toBe(200)
  })
  test('calculate the overage allowance from the latest hours', async () => {
    await balance(100, 1_005)
    const { id } = await agreement({ overage: 'percent', overage_percent: 10 })
    const over = await proposed(201, { agreement_id: id })
    expect(await hoursOf(over.ticket.id)).toMatchObject({ available: 100, allowance: 100, balance: 100 })
    expect((await over.approve()).body.error).toMatchObject({ available: 100, missing: 1 })
    expect((await (await proposed(200, { agreement_id: id })).approve()).status).toBe(200)
  })
  test('need and reserve no hours when the work is covered', async () => {
    const covering = await agreement({ type: 'managed_automation', covers_time: true, name: 'Managed' })
    const one = await proposed(6_000, { agreement_id: covering.id })
    expect(await hoursOf(one.ticket.id)).toMatchObject({ covered: true, agreement: { id: covering.id } })
    expect((await one.approve()).status).toBe(200)
    expect((await reserved(owner)).reserved).toBe(0)
    // Tickets without the agreement use the company's hours, by the standard terms.
    expect((await (await proposed(60)).approve()).body.error).toMatchObject({ missing: 60 })
  })
  test('take precedence over the company’s default agreement', async () => {
    const billing = await agreement({ overage: 'bill', hourly_rate_cents: 17_500 })
    const strict = await agreement({ overage: 'stop', name: 'Strict' })
    expect((await (await proposed(60, { agreement_id: strict.id })).approve()).status).toBe(422)
    expect((await (await proposed(60, { agreement_id: billing.id })).approve()).status).toBe(200)
  })
})
