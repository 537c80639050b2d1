import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { CARD_MIN_CENTS } from '../../../contract/plain/rates.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { ASK_AGAIN_MINUTES, CONSENT, cardsOf, PAGE_MINUTES, refuseCall } from '../payments/cards.ts'
import { owedOf } from '../policy.ts'
import { type CheckoutRow, checkoutColumns, closeCheckout, closeCheckouts, followCheckout } from './follow-checkout.ts'
import { presentCheckout } from './present-checkout.ts'
import { ensureCustomer } from './stripe-customer.ts'

/**
 * Returns what is due for an order; undefined for an unknown order. `open` is false when there is nothing to pay
 * (anymore); `running` is set while an automatic charge is pending.
 */
async function dueFor(db: Db, companyId: string, orderId: string) {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('invoices as i', (j) => j.onRef('i.company_id', '=', 'o.company_id').onRef('i.order_id', '=', 'o.id'))
    .select(['o.number as order_number', 'i.id as invoice_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents'])
    .select(['i.refunded_cents', 'o.status as order_status'])
    .select((e) => [
      e
        .selectFrom('payments as p')
        .select('p.id')
        .whereRef('p.company_id', '=', 'i.company_id')
        .whereRef('p.invoice_id', '=', 'i.id')
        .where('p.method', '=', 'card')
        .where('p.status', '=', 'pending')
        .where('p.off_session', '=', true)
        .limit(1)
        .as('running'),
      e
        .exists(
          e
            .selectFrom('order_lines as l')
            .select('l.id')
            .whereRef('l.company_id', '=', 'o.company_id')
            .whereRef('l.order_id', '=', 'o.id')
            .where('l.product_id', 'is not', null),
        )
        .as('product'),
      e
        .selectFrom('order_lines as l')
        .select(sql<string>`string_agg(l.description, ', ' order by l.position, l.id)`.as('words'))
        .whereRef('l.company_id', '=', 'o.company_id')
        .whereRef('l.order_id', '=', 'o.id')
        .as('title'),
    ])
    .where('o.company_id', '=', companyId)
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const amountCents = owedOf(row)
  const open = row.order_status === 'open' && (row.status === 'draft' || row.status === 'open') && amountCents > 0
  return { ...row, amountCents, open }
}

/** Throws NOT_PAYABLE, BELOW_CARD_MINIMUM, PAYMENT_RUNNING. */
function checkDue(due: NonNullable<Awaited<ReturnType<typeof dueFor>>>): void {
  if (!due.open) throw refuse('NOT_PAYABLE')
  if (due.amountCents < CARD_MIN_CENTS) throw refuse('BELOW_CARD_MINIMUM')
  if (due.running) throw refuse('PAYMENT_RUNNING')
}

/**
 * Opens a checkout at Stripe for an order or an open invoice. Only one is open at a time: while it is open, the same
 * one is returned again. Throws NOT_FOUND, NOT_PAYABLE, BELOW_CARD_MINIMUM, PAYMENT_RUNNING, CARD_UNAVAILABLE,
 * PAYMENT_REFUSED; PAYMENT_UNAVAILABLE when Stripe does not answer. A checkout that Stripe may have opened without
 * answering is given up, and the next attempt opens another.
 */
export const startCheckout = action(contract.billing.checkout, async (context, input) => {
  const { platform, actor } = context
  cardsOf(platform)
  const { id, orderId } = await createOnce(context, input, async (db) => {
    const orderId = input.orderId ?? (await orderOf(db, input.invoiceId as string))
    const due = orderId ? await dueFor(db, actor.companyId, orderId) : undefined
    if (!due || !orderId) throw refuse('NOT_FOUND')
    checkDue(due)
    return { id: uuid(), orderId }
  })
  const wish = { companyId: actor.companyId, orderId, id, keepCard: input.keepCard }
  const row = await openPage(platform, context, wish).catch(refuseCall)
  return presentCheckout(platform, actor, row.id)
})

const orderOf = async (db: Db, invoiceId: string) =>
  (await db.selectFrom('invoices').select('order_id').where('id', '=', invoiceId).executeTakeFirst())?.order_id

async function openPage(
  platform: Platform,
  context: ActorContext,
  { companyId, orderId, id, keepCard }: { companyId: string; orderId: string; id: string; keepCard: boolean },
): Promise<CheckoutRow> {
  const { actor, address, requestId } = context
  const payments = cardsOf(platform)
  const system = systemOf(companyId)
  // An existing checkout may have ended without our knowledge, or be for another amount. Then it is closed and
  // everything is checked again.
  for (let round = 0; round < 3; round++) {
    const { row, title, invoiceId, product, stale } = await platform.db.asActor(system, async (db) => {
      await db
        .selectFrom('orders')
        .select('id')
        .where('company_id', '=', companyId)
        .where('id', '=', orderId)
        .forUpdate()
        .execute()
      const own = await db
        .selectFrom('checkouts')
        .select(checkoutColumns)
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()
      const due = await dueFor(db, companyId, orderId)
      if (!due) throw refuse('NOT_FOUND')
      const about = { title: titleOf(due), invoiceId: due.invoice_id, product: Boolean(due.product) }
      // A closed checkout without a Stripe session is replaced, because nobody ever got its URL.
      if (own && own.status !== 'open' && own.stripe_session) return { ...about, row: own, stale: false }
      checkDue(due)
      const open = await db
        .selectFrom('checkouts')
        .select(checkoutColumns)
        .where('company_id', '=', companyId)
        .where('order_id', '=', orderId)
        .where('status', '=', 'open')
        .executeTakeFirst()
      if (open) {
        const age = (Date.now() - Date.parse(open.created_at)) / 60_000
        const stale =
          open.amount_cents !== due.amountCents ||
          open.keep_card !== keepCard ||
          (open.url === null && age > ASK_AGAIN_MINUTES)
        return { ...about, row: open, stale }
      }
      const row = await db
        .insertInto('checkouts')
        .values({
          company_id: companyId,
          id: own ? uuid() : id,
          order_id: orderId,
          amount_cents: due.amountCents,
          keep_card: keepCard,
          started_by: actor.userId,
        })
        .returning(checkoutColumns)
        .executeTakeFirstOrThrow()
      await recordAudit(
        db,
        { actor, address, requestId },
        {
          companyId,
          action: 'checkout.open',
          subjectType: 'order',
          subjectId: orderId,
          after: { checkoutId: row.id, amountCents: row.amount_cents, ...(keepCard ? { consent: CONSENT } : {}) },
        },
      )
      return { ...about, row, stale: false }
    })
    if (stale) {
      await closeCheckouts(platform, companyId, { orderId })
      continue
    }
    if (row.status !== 'open') return row
    if (row.url) {
      // The session may have expired, or been paid in another tab. When Stripe does not answer, the checkout is
      // returned as it is.
      const page = await followCheckout(platform, row).catch(() => undefined)
      if (page?.status === 'expired') continue
      return row
    }
    const customerId = await ensureCustomer(platform, companyId)
    const { publicUrl } = platform.env
    // After the purchase of an automation, another page asks the setup questions.
    const back = product
      ? `${publicUrl}/marketplace/purchase-complete?checkout=${row.id}`
      : `${publicUrl}/checkout/${row.id}`
    const page = await payments
      .openPayPage({
        id: row.id,
        customerId,
        title,
        amountCents: row.amount_cents,
        metadata: { companyId, orderId, invoiceId, checkoutId: row.id },
        keepCard: row.keep_card,
        successUrl: back,
        cancelUrl: product ? `${back}&left` : `${back}?left`,
        expiresAt: new Date(Date.parse(row.created_at) + PAGE_MINUTES * 60_000),
      })
      .catch(async (e) => {
        // Nobody can open a session whose creation got no answer. Give it up, so that the next attempt uses a new
        // idempotency key: Stripe repeats its response under the same key, even a failure.
        if (paymentProblem(e)?.kind === 'unknown') await closeCheckout(platform, row)
        throw e
      })
    await platform.db.asActor(system, (db) =>
      db
        .updateTable('checkouts')
        .set({ stripe_session: page.id, url: page.url, updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', row.id)
        .execute(),
    )
    return { ...row, stripe_session: page.id, url: page.url }
  }
  throw refuse('NOT_PAYABLE')
}

/** Returns the text on Stripe's page: the invoice or order number, and what it is for. */
const titleOf = (due: { title: string | null; number: string | null; order_number: number }) =>
  `${due.number ? `Invoice ${due.number}` : `Order ${due.order_number}`}${due.title ? `: ${due.title}` : ''}`.slice(
    0,
    240,
  )
