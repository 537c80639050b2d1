import { v7 as uuid } from 'uuid'
import { placeOrder } from '../../src/server/billing/index.ts'
import { applyPayment, applyRefund } from '../../src/server/billing/payments/settle.ts'
import { grantBlock } from '../../src/server/hours/index.ts'
import { systemOf } from '../../src/server/platform/database/db.ts'
import type { MadeUser, Owner } from './people.ts'

type InvoiceFields = {
  companyId: string
  minutes?: number
  cents?: number
  paymentDays?: number
  method?: 'card' | 'invoice'
  source?: 'purchase' | 'top_up'
  /** False for a card order whose invoice is still a draft. */
  issue?: boolean
  name?: string
}
type MadeInvoice = { orderId: string; invoiceId: string; number: string | null; blockId: string }

/** Creates an order for hours with its invoice, open by default. The hours are pending until it is paid. */
export async function makeInvoice(db: Owner, fields: InvoiceFields): Promise<MadeInvoice> {
  const { companyId, minutes = 600, cents = 175_000, paymentDays = 15, source = 'purchase', name = '10 hours' } = fields
  const { method = 'invoice', issue = true } = fields
  const by = { actor: systemOf(companyId) }
  const blockId = uuid()
  return db.transaction().execute(async (tx) => {
    await grantBlock(tx, by, {
      companyId,
      id: blockId,
      source,
      name,
      minutes,
      priceCents: cents,
      validMonths: 12,
      state: 'pending',
    })
    const placed = await placeOrder(tx, by, {
      companyId,
      source,
      method,
      paymentDays,
      issue,
      lines: [{ kind: 'hours', description: name, quantity: 1, unitCents: cents, blockId }],
    })
    return { ...placed, blockId }
  })
}

/** Creates billing data of every kind: a paid invoice with a refund, and an automatic top-up rule with its top-up. */
export async function makeBilling(db: Owner, owner: MadeUser): Promise<MadeInvoice & { topUpId: string }> {
  const { companyId } = owner
  const made = await makeInvoice(db, { companyId })
  const paymentId = uuid()
  const topUpId = uuid()
  await db.transaction().execute(async (tx) => {
    const payment = { companyId, invoiceId: made.invoiceId, method: 'transfer' as const, status: 'succeeded' as const }
    await applyPayment(tx, { ...payment, amountCents: 175_000, currency: 'usd', id: paymentId, reference: 'SCT 1' })
    await applyRefund(tx, { companyId, paymentId, amountCents: 100, status: 'succeeded', reason: 'Goodwill.' })
  })
  const pack = await db
    .selectFrom('hour_packs')
    .select(['id', 'price_cents'])
    .orderBy('position')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('top_up_rules')
    .values({
      company_id: companyId,
      threshold: 60,
      pack_id: pack.id,
      monthly_cap_cents: 500_000,
      approver_id: owner.id,
      set_by: owner.id,
    })
    .execute()
  await db
    .insertInto('top_ups')
    .values({
      company_id: companyId,
      id: topUpId,
      episode: 1,
      state: 'proposed',
      pack_id: pack.id,
      price_cents: pack.price_cents,
      balance: 30,
    })
    .execute()
  return { ...made, topUpId }
}
