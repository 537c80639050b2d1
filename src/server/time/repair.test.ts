// Work on a ticket that an automation opened because it failed never uses hours, even if it is merged or moved there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInstallation } from '../../../test/factories/automations.ts'
import { makeInvoice } from '../../../test/factories/billing.ts'
import { makeTicket } from '../../../test/factories/tickets.ts'
import { startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { balanceOf } from '../hours/index.ts'
import { reconcileLedger } from '../hours/reconcile.ts'
import { systemOf } from '../platform/database/db.ts'

type Entry = { id: string; billable: boolean; reason: string | null; charged: number | null; version: number }

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const balance = async () => {
  const id = world.north.company.id
  return (await server.platform.db.asActor(systemOf(id), (db) => balanceOf(db, id))).balance
}
const repair = () => makeTicket(server.db, { requester: world.north.owner, source: 'automation' })
const usual = () => makeTicket(server.db, { requester: world.north.owner })
const book = async (ticketId: string, more: object = {}) =>
  server.call<Entry>('POST', `/v1/tickets/${ticketId}/time`, {
    as: world.engineer,
    body: { minutes: 30, billable: true, note: 'Looked into it', ...more },
  })
const free = { billable: false, reason: 'repair', charged: null }

test('billable time on a repair is logged as non-billable with the reason; another reason is kept', async () => {
  const before = await balance()
  const ticket = await repair()
  const r = await book(ticket.id)
  expect([r.status, r.body]).toEqual([201, expect.objectContaining(free)])
  const own = await book(ticket.id, { billable: false, reason: 'own_mistake' })
  expect(own.body).toMatchObject({ billable: false, reason: 'own_mistake', charged: null })
  expect(await balance()).toBe(before)
  const preview = await server.call('GET', `/v1/tickets/${ticket.id}/time/preview?minutes=60`, { as: world.engineer })
  expect(preview.body).toMatchObject({ repair: true, charged: null, draws: 0, missing: 0 })
})

test('time with a reply and edited entries on a repair are non-billable, too', async () => {
  const before = await balance()
  const ticket = await repair()
  const reply = await server.call('POST', `/v1/tickets/${ticket.id}/messages`, {
    as: world.engineer,
    body: { body: 'Mended.', time: { minutes: 45, billable: true } },
  })
  expect(reply.status).toBe(201)
  const [entry] = await server.db.selectFrom('time_entries').selectAll().where('ticket_id', '=', ticket.id).execute()
  expect(entry).toMatchObject(free)
  const edited = await server.call<Entry>('PATCH', `/v1/time-entries/${entry?.id}`, {
    as: world.engineer,
    body: { version: entry?.version, billable: true, minutes: 90 },
  })
  expect([edited.status, edited.body]).toEqual([200, expect.objectContaining({ ...free, minutes: 90 })])
  expect(await balance()).toBe(before)
})

test('time with a reply is free, too, on the ticket on which a bought automation is set up', async () => {
  const before = await balance()
  const ticket = await usual()
  const { id } = await makeInstallation(server.db, { companyId: world.north.company.id, priceModel: 'one_time' })
  const { orderId } = await makeInvoice(server.db, { companyId: world.north.company.id })
  await server.db
    .updateTable('installations')
    .set({ order_id: orderId, ticket_id: ticket.id })
    .where('id', '=', id)
    .execute()
  const reply = await server.call('POST', `/v1/tickets/${ticket.id}/messages`, {
    as: world.engineer,
    body: { body: 'It is set up.', time: { minutes: 45, billable: true } },
  })
  expect(reply.status, reply.text).toBe(201)
  const [entry] = await server.db.selectFrom('time_entries').selectAll().where('ticket_id', '=', ticket.id).execute()
  expect(entry).toMatchObject(free)
  expect(await balance()).toBe(before)
})

test('charged minutes are returned when their ticket is merged into a repair', async () => {
  const before = await balance()
  const [other, ticket] = [await usual(), await repair()]
  expect((await book(other.id)).body).toMatchObject({ billable: true, charged: 30 })
  expect(await balance()).toBe(before - 30)
  const merged = await server.call('POST', `/v1/tickets/${other.id}/merge`, {
    as: world.engineer,
    body: { intoId: ticket.id },
  })
  expect([merged.status, merged.text.slice(0, 300)]).toEqual([200, expect.anything()])
  const [entry] = await server.db.selectFrom('time_entries').selectAll().where('ticket_id', '=', ticket.id).execute()
  expect(entry).toMatchObject(free)
  expect(await balance()).toBe(before)
  // Work on the merged ticket counts as work on the failed automation.
  expect((await book(other.id)).body).toMatchObject(free)
  expect(await reconcileLedger(server.platform)).toBe(0)
})

test('other tickets are charged as usual', async () => {
  const before = await balance()
  const ticket = await usual()
  expect((await book(ticket.id)).body).toMatchObject({ billable: true, reason: null, charged: 30 })
  expect(await balance()).toBe(before - 30)
  const preview = await server.call('GET', `/v1/tickets/${ticket.id}/time/preview?minutes=60`, { as: world.engineer })
  expect(preview.body).toMatchObject({ repair: false, charged: 60 })
})
