// Follows checkouts at Stripe to their end. Stripe is never called within a transaction.
import { sql } from 'kysely'
import { type Db, type Handle, systemOf } from '../../platform/database/db.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { CardPayment, PayPage } from '../../platform/payments/stripe-objects.ts'
import type { Platform } from '../../platform/platform.ts'
import { abandonOrder } from '../orders/abandon-order.ts'
import { cardsOf } from '../payments/cards.ts'
import { scheduleSaveCard } from '../payments/keep-card.ts'
import { applyCardPayment, ourMetadata } from './card-updates.ts'

export const checkoutColumns = [
  'company_id',
  'id',
  'order_id',
  'stripe_session',
  'url',
  'amount_cents',
  'status',
  'keep_card',
  'started_by',
  'created_at',
] as const
export type CheckoutRow = {
  company_id: string
  id: string
  order_id: string
  stripe_session: string | null
  url: string | null
  amount_cents: number
  status: string
  keep_card: boolean
  started_by: string
  created_at: string
}

/** Locks a checkout until the transaction ends; returns undefined when it is no longer open. */
const lockOpenCheckout = (db: Db, row: Pick<CheckoutRow, 'company_id' | 'id'>) =>
  db
    .selectFrom('checkouts')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

const close = (db: Db, row: Pick<CheckoutRow, 'company_id' | 'id'>, status: 'complete' | 'expired') =>
  db
    .updateTable('checkouts')
    .set({ status, updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .where('status', '<>', 'complete')
    .execute()

/**
 * Completes a checkout in the caller's transaction: applies its payment, closes it, and stores the card if that was
 * agreed to. Idempotent. Returns undefined when the payment belongs to another company.
 */
export async function completeCheckout(platform: Platform, db: Db, row: CheckoutRow, payment: CardPayment) {
  // The checkout is this company's. A payment whose metadata names another company does not belong to it.
  if (ourMetadata(payment.metadata)?.companyId !== row.company_id) return undefined
  const settled = await applyCardPayment(db, payment)
  const [closed] = await close(db, row, 'complete')
  if (closed && closed.numUpdatedRows > 0n && row.keep_card && payment.status === 'succeeded' && payment.methodId)
    await scheduleSaveCard(platform, db, {
      companyId: row.company_id,
      methodId: payment.methodId,
      by: row.started_by,
      at: row.created_at,
    })
  return settled
}

/**
 * Expires an abandoned checkout and cancels an order that was to be paid on it. An issued invoice stays open. Returns
 * false when the checkout was no longer open.
 */
export async function expireCheckout(
  db: Db,
  row: Pick<CheckoutRow, 'company_id' | 'id' | 'order_id'>,
): Promise<boolean> {
  // Lock the invoice first, as `settleInvoice` does, so that completing and expiring a checkout at the same moment run
  // one after the other.
  await db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select('i.id')
    .where('i.company_id', '=', row.company_id)
    .where('i.order_id', '=', row.order_id)
    .forUpdate(['i', 'o'])
    .execute()
  if (!(await lockOpenCheckout(db, row))) return false
  await close(db, row, 'expired')
  await abandonOrder(db, { actor: systemOf(row.company_id) }, row.company_id, row.order_id, 'The order was not paid.')
  return true
}

/**
 * Asks Stripe about an open checkout and applies the result. Returns Stripe's checkout session; undefined when there is
 * none, or the checkout is no longer open here. Throws PaymentProblem.
 */
export async function followCheckout(platform: Platform, row: CheckoutRow): Promise<PayPage | undefined> {
  if (row.status !== 'open' || !row.stripe_session) return undefined
  const page = await cardsOf(platform).payPage(row.stripe_session)
  await applyPayPage(platform, row, page)
  return page
}

async function applyPayPage(
  platform: Platform,
  row: CheckoutRow,
  page: PayPage | undefined,
  replaced = false,
): Promise<void> {
  if (!page || page.status === 'open') return
  const system = systemOf(row.company_id)
  if (page.status === 'expired') {
    await platform.db.asActor(system, async (db) => {
      if (replaced) await close(db, row, 'expired')
      else await expireCheckout(db, row)
    })
    return
  }
  const payment = page.paymentId ? await cardsOf(platform).payment(page.paymentId) : undefined
  // Without a payment there is nothing to settle yet. The webhook or the next check brings it.
  if (payment) await platform.db.asActor(system, (db) => completeCheckout(platform, db, row, payment))
}

/**
 * Closes the open checkouts of an order or an invoice, so that nobody pays on them anymore. A payment that was just
 * made still counts. Does not cancel the order. Throws PaymentProblem when Stripe does not answer.
 */
export async function closeCheckouts(
  platform: Platform,
  companyId: string,
  of: { orderId: string } | { invoiceId: string },
): Promise<void> {
  const rows = await platform.db.askAs(systemOf(companyId), (db) =>
    db
      .selectFrom('checkouts')
      .select(checkoutColumns)
      .where('company_id', '=', companyId)
      .where('status', '=', 'open')
      .where(
        'order_id',
        '=',
        'orderId' in of
          ? of.orderId
          : (e) =>
              e
                .selectFrom('invoices')
                .select('order_id')
                .where('company_id', '=', companyId)
                .where('id', '=', of.invoiceId),
      )
      .execute(),
  )
  for (const row of rows) {
    if (row.stripe_session)
      await applyPayPage(platform, row, await cardsOf(platform).closePayPage(row.stripe_session), true)
    else await platform.db.asActor(systemOf(companyId), (db) => close(db, row, 'expired'))
  }
}

const CLOSE_PAGES = 'billing.close-pages'
type ClosePages = { companyId: string; orderId: string }
/** Queues closing the checkouts of an order, in the caller's transaction. */
export const scheduleClosePages = ({ jobs }: Platform, db: Handle, of: ClosePages): Promise<void> =>
  jobs.send(db, CLOSE_PAGES, of)
/** Closes the checkouts of an order, with retries until Stripe answers. */
export const closePages: JobDefinition<Platform, ClosePages> = {
  name: CLOSE_PAGES,
  retries: 14,
  async handler(platform, { companyId, orderId }) {
    if (platform.payments) await closeCheckouts(platform, companyId, { orderId })
  },
}

/** Gives up a checkout that was never opened at Stripe; its order stays. */
export const closeCheckout = ({ db }: Platform, row: CheckoutRow): Promise<unknown> =>
  db.asActor(systemOf(row.company_id), (tx) => close(tx, row, 'expired'))

/** Returns true for a PaymentProblem; rethrows any other error. */
export function isUnanswered(e: unknown): true {
  if (!paymentProblem(e)) throw e
  return true
}
