// The history of an invoice: who did what, when and why.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../../test/factories/billing.ts'
import { startServer, type TestServer, type World } from '../../../../test/harness/server.ts'

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

type Acts = { items: { action: string; reason: string | null; actor: { id: string } | null }[] }

test('shows only administrators the order and who voided the invoice, and why', async () => {
  const { invoiceId } = await makeInvoice(server.db, { companyId: world.north.owner.companyId })
  const { version } = (await server.call<{ version: number }>('GET', `/v1/invoices/${invoiceId}`, { as: world.admin }))
    .body
  await server.call('POST', `/v1/invoices/${invoiceId}/void`, {
    as: world.admin,
    body: { version, reason: 'Ordered twice' },
  })
  const at = `/v1/invoices/${invoiceId}/history`
  const { items } = (await server.call<Acts>('GET', at, { as: world.admin })).body
  expect(items.map((a) => [a.action, a.reason, a.actor?.id ?? null])).toEqual([
    ['invoice.void', 'Ordered twice', world.admin.id],
    ['order.place', null, null],
  ])
  for (const as of [world.north.owner, world.engineer]) expect((await server.call('GET', at, { as })).status).toBe(403)
})
