// Approved estimates against the hours of a company: what is promised, what is left, and what is refused.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeActiveAgreement } from '../../../test/factories/agreements.ts'
import { makeBalance } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { makeEstimate, makeTime } from '../../../test/factories/time.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Reserved, Ticket, TicketHours } from '../../contract/tickets.ts'

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
  // Everybody begins with a company of their own: what is promised on one ticket is missing on all others.
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
/** An open estimate on a ticket, and how to decide it. */
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
  test('takes the last minute, and not one more', async () => {
    await balance(120)
    expect((await (await proposed(120)).approve()).status).toBe(200)
    const more = await proposed(1)
    const refused = await more.approve()
    expect([refused.status, refused.body.error.code]).toEqual([422, 'HOURS_SHORT'])
    expect(refused.body.error).toMatchObject({ needed: 1, available: 0, missing: 1 })
  })
  test('that is refused leaves nothing behind, and the same estimate passes once there are hours', async () => {
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
  test('needs no hours to be declined', async () => {
    expect((await (await proposed(600)).decline()).status).toBe(200)
  })
  test('without any hours is refused with all of it missing', async () => {
    const refused = await (await proposed(60)).approve()
    expect(refused.body.error).toMatchObject({ code: 'HOURS_SHORT', available: 0, missing: 60 })
  })
  test('below zero adds what is owed to what is missing', async () => {
    await balance(-30, 600)
    expect((await (await proposed(60)).approve()).body.error).toMatchObject({ available: -30, missing: 90 })
  })
  test('of two tickets at once does not promise the same hours twice', async () => {
    for (let round = 0; round < 5; round++) {
      await balance(100 + round * 100)
      const both = await Promise.all([proposed(100), proposed(100)])
      const answers = await Promise.all(both.map((one) => one.approve()))
      expect(answers.map((r) => r.status).sort()).toEqual([200, 422])
    }
    expect((await reserved(owner)).reserved).toBe(500)
  })
})

describe('what is reserved', () => {
  test('is what was approved on open tickets and not drawn yet, the ticket’s own among it', async () => {
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
    // More than was approved was drawn: nothing is left to reserve, and nothing is given back.
    await makeTime(server.db, { ticket, by: engineer, minutes: 300, charged: 300 })
    expect(await reserved(owner)).toEqual({ reserved: 0, items: [] })
  })
  test('is free again when the ticket is resolved, and reserved again when it is reopened', async () => {
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
  test('is read by the company and by staff who name it, and by nobody else', async () => {
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
  test('that bill what goes beyond let it be approved without hours', async () => {
    const { id } = await agreement({ overage: 'bill', hourly_rate_cents: 17_500 })
    const one = await proposed(60, { agreement_id: id })
    expect((await hoursOf(one.ticket.id)).overage).toBe('bill')
    expect((await one.approve()).status).toBe(200)
  })
  test('that let some be owed count it from the hours that came in last', async () => {
    await balance(100, 1_005)
    const { id } = await agreement({ overage: 'percent', overage_percent: 10 })
    const over = await proposed(201, { agreement_id: id })
    expect(await hoursOf(over.ticket.id)).toMatchObject({ available: 200, allowance: 100, balance: 100 })
    expect((await over.approve()).body.error).toMatchObject({ available: 200, missing: 1 })
    expect((await (await proposed(200, { agreement_id: id })).approve()).status).toBe(200)
  })
  test('that cover the work need no hours and reserve none', async () => {
    const covering = await agreement({ type: 'managed_automation', covers_time: true, name: 'Managed' })
    const one = await proposed(6_000, { agreement_id: covering.id })
    expect(await hoursOf(one.ticket.id)).toMatchObject({ covered: true, agreement: { id: covering.id } })
    expect((await one.approve()).status).toBe(200)
    expect((await reserved(owner)).reserved).toBe(0)
    // Tickets without it draw, by the standard terms.
    expect((await (await proposed(60)).approve()).body.error).toMatchObject({ missing: 60 })
  })
  test('hold for the ticket that has it, whatever the company’s default says', async () => {
    const billing = await agreement({ overage: 'bill', hourly_rate_cents: 17_500 })
    const strict = await agreement({ overage: 'stop', name: 'Strict' })
    expect((await (await proposed(60, { agreement_id: strict.id })).approve()).status).toBe(422)
    expect((await (await proposed(60, { agreement_id: billing.id })).approve()).status).toBe(200)
  })
})
