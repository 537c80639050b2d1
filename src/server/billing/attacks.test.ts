// Attempts to get money or minutes for nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../../test/factories/billing.ts'
import { makeHours } from '../../../test/factories/hours.ts'
import { type ErrorShape, type Person, startServer, type TestServer, type World } from '../../../test/harness/server.ts'
import { deductMinutes } from '../hours/index.ts'
import { systemOf } from '../platform/database/db.ts'
import type { Platform } from '../platform/platform.ts'
import { cancelUnpaidOrders } from './orders/unpaid-orders.ts'
import { chargeInvoice } from './payments/charge-invoice.ts'
import { applyPayment } from './payments/settle.ts'
import { retryTopUp, runTopUp } from './top-up/run-top-up.ts'

type Invoice = {
  id: string
  version: number
  status: string
  dueCents: number
  hours: { state: string; minutes: number; remaining: number }[]
  payments: { id: string; refunds: { minutes: number }[] }[]
} & ErrorShape

let server: TestServer
let world: World
beforeAll(async () => {
  server = await startServer()
  world = await server.world()
})
afterAll(() => server.close())

const scene = async (options: Partial<Parameters<typeof makeInvoice>[1]> = {}) => {
  const company = await server.company()
  const owner = await server.person(company, 'owner')
  const made = await makeInvoice(server.db, { companyId: company.id, minutes: 600, cents: 100_000, ...options })
  const read = async () =>
    (await server.call<Invoice>('GET', `/v1/invoices/${made.invoiceId}`, { as: world.admin })).body
  const act = async (what: string, body: object) => {
    const { version } = await read()
    const r = await server.call<Invoice>('POST', `/v1/invoices/${made.invoiceId}/${what}`, {
      as: world.admin,
      body: { version, ...body },
    })
    expect(r.body.error).toBeUndefined()
    return r.body
  }
  const transfer = (amountCents: number) =>
    act('transfer', { amountCents, paidOn: '2026-01-15', reference: `SCT ${amountCents}` })
  return { ...made, companyId: company.id, owner, read, act, transfer }
}

test('makes a partial refund due again, and the rest alone does not pay the invoice', async () => {
  const s = await scene()
  await s.transfer(50_000)
  await s.act('refund', { amountCents: 50_000, reason: 'Paid from the wrong account.' })
  expect(await s.read()).toMatchObject({ status: 'open', dueCents: 100_000, hours: [{ state: 'pending' }] })
  // The checkout was opened for the other half before the refund, and is paid now. The total was never received.
  await server.platform.db.asActor(systemOf(s.companyId), (db) =>
    applyPayment(db, {
      companyId: s.companyId,
      invoiceId: s.invoiceId,
      method: 'card',
      status: 'succeeded',
      amountCents: 50_000,
      currency: 'usd',
      paymentIntent: `pi_${crypto.randomUUID()}`,
    }),
  )
  expect(await s.read()).toMatchObject({ status: 'open', dueCents: 50_000, hours: [{ state: 'pending' }] })
  await s.transfer(50_000)
  expect(await s.read()).toMatchObject({ status: 'paid', dueCents: 0, hours: [{ minutes: 600, remaining: 600 }] })
  const refund = await server.db
    .selectFrom('refunds')
    .select(['minutes', sql<boolean>`settled_at is not null`.as('settled')])
    .where('company_id', '=', s.companyId)
    .execute()
  expect(refund).toEqual([{ minutes: 0, settled: true }])
})

test('keeps hours that can be used already when a partial payment is refunded and the invoice is paid later', async () => {
  const s = await scene()
  await s.act('release', { reason: 'They need them now.' })
  await s.transfer(50_000)
  const offer = await server.call('GET', `/v1/invoices/${s.invoiceId}/refund?amountCents=50000`, { as: world.admin })
  expect(offer.body).toMatchObject({ unusedMinutes: 600, takesMinutes: 0 })
  await s.act('refund', { amountCents: 50_000, reason: 'Paid from the wrong account.' })
  await s.transfer(100_000)
  expect(await s.read()).toMatchObject({ status: 'paid', hours: [{ remaining: 600 }] })
  // Minutes that an administrator enters are removed immediately, also of an open invoice.
  const t = await scene()
  await t.act('release', { reason: 'They need them now.' })
  await t.transfer(50_000)
  await t.act('refund', { amountCents: 50_000, minutes: 60, reason: 'They return an hour.' })
  expect(await t.read()).toMatchObject({ status: 'open', hours: [{ remaining: 540 }] })
})

test('keeps the hours when a double payment is refunded, also while the refund is pending', async () => {
  const s = await scene()
  await s.transfer(100_000)
  const twice = await s.transfer(100_000)
  await server.db
    .insertInto('refunds')
    .values({
      company_id: s.companyId,
      id: crypto.randomUUID(),
      payment_id: twice.payments[0]?.id as string,
      amount_cents: 100_000,
      reason: 'Came in twice.',
      wanted_minutes: 0,
    })
    .execute()
  await s.act('refund', { paymentId: twice.payments[1]?.id, amountCents: 100_000, reason: 'They leave.' })
  expect((await s.read()).hours).toMatchObject([{ state: 'void', remaining: 0 }])
})

test('records every refund in the audit log, whoever started it', async () => {
  const s = await scene()
  await s.transfer(100_000)
  await s.act('refund', { amountCents: 10_000, reason: 'Goodwill.' })
  const acts = await server.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject_id', '=', s.invoiceId)
    .where('action', '=', 'invoice.refunded')
    .execute()
  expect(acts).toMatchObject([{ after: { amountCents: 10_000, refundedCents: 10_000 } }])
})

test('does not charge the card while a payment page for the invoice is open', async () => {
  const s = await scene()
  await server.db
    .insertInto('stripe_customers')
    .values({
      company_id: s.companyId,
      stripe_id: `cus_${s.companyId}`,
      payment_method: 'pm_1',
      card_brand: 'visa',
      card_last4: '4242',
      consent_at: new Date().toISOString(),
    })
    .execute()
  await server.db
    .insertInto('checkouts')
    .values({
      company_id: s.companyId,
      id: crypto.randomUUID(),
      order_id: s.orderId,
      stripe_session: `cs_${s.companyId}`,
      amount_cents: 100_000,
      started_by: s.owner.id,
    })
    .execute()
  let charged = 0
  const payments = {
    // Simulates a checkout that was opened a moment after the others were closed, and that cannot be closed.
    closePayPage: async () => ({ status: 'open' }),
    charge: async () => {
      charged++
      throw new Error('charged')
    },
  }
  const platform = { ...server.platform, payments } as unknown as Platform
  expect(await chargeInvoice(platform, { companyId: s.companyId, invoiceId: s.invoiceId })).toBe('unavailable')
  expect(charged).toBe(0)
})

test('keeps the price of a card order for one day', async () => {
  const s = await scene({ method: 'card', issue: false })
  const fresh = await scene({ method: 'card', issue: false })
  const status = async (id: string) =>
    (await server.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  await server.db
    .updateTable('orders')
    .set({ created_at: sql<string>`now() - interval '25 hours'` })
    .where('id', '=', s.orderId)
    .execute()
  await cancelUnpaidOrders(server.platform)
  expect([await status(s.orderId), await status(fresh.orderId)]).toEqual(['canceled', 'open'])
  const block = await server.db.selectFrom('hour_blocks').select('state').where('id', '=', s.blockId).executeTakeFirst()
  expect(block?.state).toBe('void')
})

test('orders a capped top-up when a new month starts or the cap is raised', async () => {
  const company = await server.company()
  const owner: Person = await server.person(company, 'owner')
  await makeHours(server.db, company.id, { minutes: 600 })
  const pack = (
    await server.call<{ items: { id: string; priceCents: number }[] }>('GET', '/v1/hour-packs', { as: owner })
  ).body.items[0] as { id: string; priceCents: number }
  const actor = systemOf(company.id)
  const old = await makeInvoice(server.db, { companyId: company.id, source: 'top_up', cents: pack.priceCents })
  const rule = await server.call<ErrorShape>('PUT', '/v1/top-up', {
    as: owner,
    body: {
      version: 0,
      enabled: true,
      thresholdMinutes: 120,
      packId: pack.id,
      monthlyCapCents: pack.priceCents,
      approverId: null,
      method: 'invoice',
    },
  })
  expect(rule.body.error).toBeUndefined()
  await server.platform.db.asActor(actor, (db) =>
    deductMinutes(db, { actor }, { companyId: company.id, minutes: 500, reason: 'test' }),
  )
  const states = async () =>
    (await server.db.selectFrom('top_ups').select('state').where('company_id', '=', company.id).execute()).map(
      (t) => t.state,
    )
  await runTopUp(server.platform, { companyId: company.id, episode: 1 })
  expect(await states()).toEqual(['capped'])
  await retryTopUp(server.platform)
  expect(await states()).toEqual(['capped'])
  await server.db
    .updateTable('orders')
    .set({ created_at: sql<string>`now() - interval '32 days'` })
    .where('id', '=', old.orderId)
    .execute()
  await Promise.all([retryTopUp(server.platform), retryTopUp(server.platform)])
  await retryTopUp(server.platform)
  expect(await states()).toEqual(['ordered'])
  const orders = await server.db
    .selectFrom('orders')
    .select('id')
    .where('company_id', '=', company.id)
    .where('source', '=', 'top_up')
    .execute()
  expect(orders).toHaveLength(2)
})
