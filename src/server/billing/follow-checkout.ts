// What became of pages at Stripe on which somebody pays. Stripe is never asked within a transaction.
import { sql } from 'kysely'
import { type Db, type Handle, systemOf } from '../platform/db.ts'
import type { JobDefinition } from '../platform/jobs.ts'
import { type CardPayment, type PayPage, paymentProblem } from '../platform/payments.ts'
import type { Platform } from '../platform/platform.ts'
import { abandonOrder } from './abandon-order.ts'
import { applyCardPayment, oursIn } from './card-news.ts'
import { cardsOf } from './cards.ts'
import { keepCardLater } from './keep-card.ts'

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

/** Takes the page of a row until the transaction ends; undefined when it is not open any more. */
const holdOpen = (db: Db, row: Pick<CheckoutRow, 'company_id' | 'id'>) =>
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
 * A page was completed: its payment has its effect, the page is over, and the card is kept if that was agreed to. In the
 * caller's transaction; again is no harm.
 */
export async function completeCheckout(platform: Platform, db: Db, row: CheckoutRow, payment: CardPayment) {
  // The page is this company's; a payment of another one is none of it, whatever somebody wrote at Stripe.
  if (oursIn(payment.metadata)?.companyId !== row.company_id) return undefined
  const settled = await applyCardPayment(db, payment)
  const [closed] = await close(db, row, 'complete')
  if (closed && closed.numUpdatedRows > 0n && row.keep_card && payment.status === 'succeeded' && payment.methodId)
    await keepCardLater(platform, db, {
      companyId: row.company_id,
      methodId: payment.methodId,
      by: row.started_by,
      at: row.created_at,
    })
  return settled
}

/** A page was left: it is over, and an order that was to be paid on it is cancelled. An invoice stays open. */
export async function expireCheckout(
  db: Db,
  row: Pick<CheckoutRow, 'company_id' | 'id' | 'order_id'>,
): Promise<boolean> {
  // The invoice first, as whoever settles it does: a page that is completed and given up at the same moment waits in line.
  await db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select('i.id')
    .where('i.company_id', '=', row.company_id)
    .where('i.order_id', '=', row.order_id)
    .forUpdate(['i', 'o'])
    .execute()
  if (!(await holdOpen(db, row))) return false
  await close(db, row, 'expired')
  await abandonOrder(db, { actor: systemOf(row.company_id) }, row.company_id, row.order_id, 'It was not paid.')
  return true
}

/** Asks Stripe about a page that is open here, and has what it says take effect. Throws PaymentProblem. */
export async function followCheckout(platform: Platform, row: CheckoutRow): Promise<PayPage | undefined> {
  if (row.status !== 'open' || !row.stripe_session) return undefined
  const page = await cardsOf(platform).payPage(row.stripe_session)
  await takePage(platform, row, page)
  return page
}

async function takePage(
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
  // Without one there is nothing to settle: the webhook, or the next look, brings it.
  if (payment) await platform.db.asActor(system, (db) => completeCheckout(platform, db, row, payment))
}

/**
 * Closes the open pages of an order or an invoice, so that nobody pays on them any more; what was paid just then counts.
 * Their order is not cancelled: something else is done with it. Throws PaymentProblem when Stripe does not answer.
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
      await takePage(platform, row, await cardsOf(platform).closePayPage(row.stripe_session), true)
    else await platform.db.asActor(systemOf(companyId), (db) => close(db, row, 'expired'))
  }
}

const CLOSE_PAGES = 'billing.close-pages'
type ClosePages = { companyId: string; orderId: string }
/** Has the pages of an order closed with which something else was done; put in with that, in its transaction. */
export const closePagesLater = ({ jobs }: Platform, db: Handle, of: ClosePages): Promise<void> =>
  jobs.send(db, CLOSE_PAGES, of)
export const closePages: JobDefinition<Platform, ClosePages> = {
  name: CLOSE_PAGES,
  retries: 14,
  async handler(platform, { companyId, orderId }) {
    if (platform.payments) await closeCheckouts(platform, companyId, { orderId })
  },
}

/** Gives up a page that never came about; its order stays. */
export const closeCheckout = ({ db }: Platform, row: CheckoutRow): Promise<unknown> =>
  db.asActor(systemOf(row.company_id), (tx) => close(tx, row, 'expired'))

/** Whether Stripe did not answer; anything else is thrown on. */
export function unanswered(e: unknown): true {
  if (!paymentProblem(e)) throw e
  return true
}
