// The preview of a time entry shows how many hours the entry then uses.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { makeActiveAgreement } from '../../../test/factories/agreements.ts'
import { makeHours } from '../../../test/factories/hours.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import type { Balance } from '../../contract/hours.ts'
import type { TimeEntry, TimePreview } from '../../contract/time.ts'

type Preview = z.infer<typeof TimePreview> & ErrorShape
type Entry = z.infer<typeof TimeEntry> & ErrorShape

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
  owner = await server.person(await server.company({ name: 'Previewed' }), 'owner')
})
afterAll(() => server.close())

const agreement = (fields: object) =>
  makeActiveAgreement(server.db, {
    company_id: owner.companyId,
    by: engineer,
    starts_on: '2026-01-01',
    activated_at: '2026-01-01T00:00:00Z',
    ...fields,
  })
const ask = async (ticketId: string, query: string, as: Person = engineer) =>
  server.call<Preview>('GET', `/v1/tickets/${ticketId}/time/preview?${query}`, { as })
const book = (ticketId: string, minutes: number, more: object = {}) =>
  server.call<Entry>('POST', `/v1/tickets/${ticketId}/time`, { as: engineer, body: { minutes, ...more } })
const remaining = async () =>
  (await server.call<z.infer<typeof Balance>>('GET', '/v1/hours/balance', { as: owner })).body.balance

/** Previews and books time, and expects the booking to match the preview. */
async function booked(ticketId: string, minutes: number, workType = 'remote') {
  const said = (await ask(ticketId, `minutes=${minutes}&workType=${workType}`)).body
  const before = await remaining()
  const { status, body } = await book(ticketId, minutes, { workType })
  expect(said.balance, `minutes ${minutes}`).toBe(before)
  if (status !== 201) {
    expect(body.error.code).toBe('HOURS_EXHAUSTED')
    expect([said.missing, await remaining()]).toEqual([(body.error as unknown as { missing: number }).missing, before])
  } else {
    expect([said.missing, said.charged, said.multiplier, said.overage]).toEqual([
      0,
      body.charged,
      body.multiplier,
      body.overage,
    ])
    expect([said.after, said.agreement?.id]).toEqual([await remaining(), body.agreement?.id])
  }
  return { said, entry: body }
}

test('standard terms: rounds up to 15 minutes, charges 150% after hours, and needs enough hours', async () => {
  await makeHours(server.db, owner.companyId, { minutes: 180 })
  const ticket = await makeTicket(server.db, { requester: owner })
  expect((await booked(ticket.id, 40)).said).toMatchObject({ charged: 45, draws: 45, after: 135, agreement: null })
  expect((await booked(ticket.id, 25, 'after_hours')).said).toMatchObject({ charged: 45, multiplier: 150, after: 90 })
  expect((await booked(ticket.id, 91)).said).toMatchObject({ charged: 105, missing: 15 })
  expect((await booked(ticket.id, 90)).said).toMatchObject({ draws: 90, after: 0 })
  expect((await booked(ticket.id, 1)).said.missing).toBe(15)
  // A preview books nothing.
  expect(await remaining()).toBe(0)
})

test('rounding per ticket: previews the total of all entries', async () => {
  await makeHours(server.db, owner.companyId, { minutes: 600 })
  const { id } = await agreement({ rounding_per: 'ticket', rounding_increment: 30, rounding_minimum: 60 })
  const ticket = await makeTicket(server.db, { requester: owner, agreement_id: id })
  const drawn: (number | null)[] = []
  for (const minutes of [10, 35, 20, 25, 5]) drawn.push((await booked(ticket.id, minutes)).said.charged)
  expect(drawn).toEqual([60, 0, 30, 0, 30])
})

test('overage is billed, owed, or rejected by the terms of the agreement', async () => {
  const bill = await agreement({ overage: 'bill', hourly_rate_cents: 17_500, name: 'Bill' })
  await makeHours(server.db, owner.companyId, { minutes: 60 })
  const ticket = await makeTicket(server.db, { requester: owner, agreement_id: bill.id })
  expect((await booked(ticket.id, 90)).said).toMatchObject({
    overage: 30,
    after: 0,
    agreement: { number: bill.number },
  })
  const owed = await agreement({ overage: 'percent', overage_percent: 50, name: 'Owed' })
  await makeHours(server.db, owner.companyId, { minutes: 120 })
  const other = await makeTicket(server.db, { requester: owner, agreement_id: owed.id })
  expect((await booked(other.id, 195)).said.missing).toBe(15)
  expect((await booked(other.id, 180)).said).toMatchObject({ after: -60, missing: 0 })
})

test('covered work uses no hours', async () => {
  const { id } = await agreement({ type: 'managed_automation', covers_time: true })
  const ticket = await makeTicket(server.db, { requester: owner, agreement_id: id })
  expect((await booked(ticket.id, 300)).said).toMatchObject({ charged: null, draws: 0 })
})

test('previews only the difference of a change, also when minutes are returned', async () => {
  await makeHours(server.db, owner.companyId, { minutes: 120 })
  const ticket = await makeTicket(server.db, { requester: owner })
  const { entry } = await booked(ticket.id, 60)
  const changed = async (minutes: number) =>
    (await ask(ticket.id, `minutes=${minutes}&workType=remote&entryId=${entry.id}`)).body
  expect(await changed(110)).toMatchObject({ charged: 120, draws: 60, after: 0, missing: 0 })
  expect(await changed(20)).toMatchObject({ charged: 30, draws: -30, after: 90 })
  expect(await changed(121)).toMatchObject({ missing: 15 })
})

test('another agreement recalculates logged time, or nothing changes', async () => {
  await makeHours(server.db, owner.companyId, { minutes: 60 })
  const ticket = await makeTicket(server.db, { requester: owner })
  const { body } = await book(ticket.id, 40)
  expect([body.charged, await remaining()]).toEqual([45, 15])
  const starts_on = '2026-01-01'
  const coarse = await agreement({ rounding_increment: 60, rounding_minimum: 60, starts_on })
  const coarser = await agreement({ rounding_increment: 60, rounding_minimum: 120, starts_on, name: 'Coarser' })
  const choose = async (agreementId: string | null) => {
    const { version } = (await server.call<{ version: number }>('GET', `/v1/tickets/${ticket.id}`, { as: engineer }))
      .body
    const r = await server.call<ErrorShape>('PATCH', `/v1/tickets/${ticket.id}`, {
      as: engineer,
      body: { version, agreementId },
    })
    return [r.status, r.body.error?.code, await remaining()]
  }
  expect(await choose(coarse.id)).toEqual([200, undefined, 0])
  expect(await choose(coarser.id)).toEqual([422, 'HOURS_EXHAUSTED', 0])
  const now = (await server.call<{ agreement: { id: string } }>('GET', `/v1/tickets/${ticket.id}`, { as: owner })).body
  expect(now.agreement.id).toBe(coarse.id)
})

test('only staff can preview, and only for existing tickets', async () => {
  const ticket = await makeTicket(server.db, { requester: owner })
  expect((await ask(ticket.id, 'minutes=15', owner)).status).toBe(403)
  expect((await ask(crypto.randomUUID(), 'minutes=15')).status).toBe(404)
  expect((await ask(ticket.id, 'minutes=0')).status).toBe(400)
})
