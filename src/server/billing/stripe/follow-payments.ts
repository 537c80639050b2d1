// Checks what is open here and may be finished at Stripe: an event that never arrived, a call without an answer.
import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { cardsOf } from '../payments/cards.ts'
import { cardPageColumns, followCardPage } from '../payments/follow-card-page.ts'
import { sendRefund } from '../payments/send-refund.ts'
import { applyCardPayment, failUnsentCharge } from './card-updates.ts'
import { checkoutColumns, closeCheckouts, followCheckout } from './follow-checkout.ts'

/** Newer items are left to the webhook. */
const QUIET_MINUTES = 10
/** A charge that Stripe does not know after this time never reached it. */
const LOST_MINUTES = 60
const AT_ONCE = 200

/**
 * Asks Stripe about open checkouts and card pages, pending payments and pending refunds: of all companies when they are
 * older than `QUIET_MINUTES`, or of one company immediately. Completes what is pending here and never changes what is
 * final here. Throws PaymentProblem.
 */
export async function settleOpen(platform: Platform, of?: { companyId: string }): Promise<void> {
  const payments = cardsOf(platform)
  const minutes = of ? 0 : QUIET_MINUTES
  // Use the owner connection, because this can cover all companies and no user is signed in.
  const { system } = platform.db
  const older = sql<boolean>`created_at <= now() - make_interval(mins => ${minutes})`
  const mine = <T extends { where: (...args: never[]) => T }>(q: T): T =>
    of ? (q.where as (...args: unknown[]) => T)('company_id', '=', of.companyId) : q

  const pages = await mine(
    system
      .selectFrom('checkouts')
      .select(checkoutColumns)
      .where('status', '=', 'open')
      .where(older)
      .orderBy('created_at')
      .limit(AT_ONCE),
  ).execute()
  await each(platform, pages, async (row) => {
    const order = await system
      .selectFrom('orders')
      .select('status')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.order_id)
      .executeTakeFirst()
    // The order was paid another way or canceled, so nobody should pay on this checkout.
    if (order?.status !== 'open') await closeCheckouts(platform, row.company_id, { orderId: row.order_id })
    else await followCheckout(platform, row)
  })
  const cardPages = await mine(
    system
      .selectFrom('card_pages')
      .select(cardPageColumns)
      .where('status', '=', 'open')
      .where(older)
      .orderBy('created_at')
      .limit(AT_ONCE),
  ).execute()
  await each(platform, cardPages, (row) => followCardPage(platform, row))

  const pending = await mine(
    system
      .selectFrom('payments')
      .select(['company_id', 'id', 'invoice_id', 'stripe_payment_intent', 'created_at'])
      .where('status', '=', 'pending')
      .where('method', '=', 'card')
      .where(older)
      .orderBy('created_at')
      .limit(AT_ONCE),
  ).execute()
  await each(platform, pending, async (row) => {
    const actor = systemOf(row.company_id)
    const customer = await system
      .selectFrom('stripe_customers')
      .select('stripe_id')
      .where('company_id', '=', row.company_id)
      .executeTakeFirst()
    const since = new Date(Date.parse(row.created_at) - 300_000)
    const found = row.stripe_payment_intent
      ? await payments.payment(row.stripe_payment_intent)
      : (await payments.paymentsSince(since, customer?.stripe_id)).find((p) => p.metadata.paymentId === row.id)
    if (found) await platform.db.asActor(actor, (db) => applyCardPayment(db, found))
    else if (!row.stripe_payment_intent && Date.now() - Date.parse(row.created_at) > LOST_MINUTES * 60_000)
      await platform.db.asActor(actor, async (db) => {
        await failUnsentCharge(db, row.company_id, row.id)
        // It was never charged, so the next run of `chargeDue` tries again.
        await db
          .updateTable('invoices')
          .set({ next_charge_at: sql<string>`now()` })
          .where('company_id', '=', row.company_id)
          .where('id', '=', row.invoice_id)
          .where('status', '=', 'open')
          .where('next_charge_at', 'is', null)
          .execute()
      })
  })
  const refunds = await mine(
    system
      .selectFrom('refunds')
      .select(['company_id', 'id'])
      .where('status', '=', 'pending')
      .where(older)
      .orderBy('created_at')
      .limit(AT_ONCE),
  ).execute()
  await each(platform, refunds, async (row) => {
    await sendRefund(platform, { companyId: row.company_id, refundId: row.id })
  })
}

/** Runs `act` on each row. A failure does not stop the others, unless Stripe does not answer. */
async function each<T extends { id: string }>(
  platform: Platform,
  rows: T[],
  act: (row: T) => Promise<void>,
): Promise<void> {
  for (const row of rows)
    await act(row).catch((e) => {
      const problem = paymentProblem(e)
      if (problem && problem.kind !== 'refused') throw e
      platform.log.error(
        { err: problem ? problem.code : e, id: row.id },
        'could not settle a payment that is open in Stripe',
      )
    })
}

/** Updates open checkouts, card pages, payments and refunds from Stripe. Runs every ten minutes. */
export const followPayments: ScheduleDefinition<Platform> = {
  name: 'billing.follow-payments',
  cron: '*/10 * * * *',
  handler: async (platform) => {
    if (platform.payments) await settleOpen(platform)
  },
}
