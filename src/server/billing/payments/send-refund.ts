import { type Db, systemOf } from '../../platform/database/db.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { applyRefund } from './settle.ts'

/** The job that makes a refund through Stripe. Queued in the transaction that saves the refund. */
export const SEND_REFUND = 'billing.send-refund'
export type SendRefund = { companyId: string; refundId: string }

const HOUR = 3_600_000

/**
 * Makes a pending refund at Stripe and returns its status. Idempotent, because a refund that Stripe has already made is
 * found by our id. `unknown` and `unavailable` leave it pending, and the job tries again.
 */
export async function sendRefund(
  platform: Platform,
  { companyId, refundId }: SendRefund,
): Promise<'succeeded' | 'pending' | 'failed' | 'unknown' | 'unavailable'> {
  const { payments, db } = platform
  const system = systemOf(companyId)
  const row = await db.askAs(system, (tx: Db) =>
    tx
      .selectFrom('refunds as r')
      .innerJoin('payments as p', (j) =>
        j.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.payment_id'),
      )
      .select([
        'r.status',
        'r.amount_cents',
        'r.stripe_refund',
        'r.created_at',
        'p.id as payment_id',
        'p.stripe_payment_intent',
      ])
      .where('r.company_id', '=', companyId)
      .where('r.id', '=', refundId)
      .executeTakeFirst(),
  )
  if (row?.status !== 'pending') return (row?.status as 'succeeded' | 'failed' | undefined) ?? 'failed'
  const { stripe_payment_intent: paymentIntent } = row
  const apply = (status: 'pending' | 'succeeded' | 'failed', stripeRefund?: string) =>
    db.asActor(system, (tx) =>
      applyRefund(tx, {
        companyId,
        paymentId: row.payment_id,
        id: refundId,
        amountCents: row.amount_cents,
        status,
        ...(stripeRefund ? { stripeRefund } : {}),
      }),
    )
  if (!paymentIntent) {
    await apply('failed')
    return 'failed'
  }
  if (!payments) return 'unavailable'
  const age = Date.now() - Date.parse(row.created_at)
  try {
    // An earlier call may have succeeded without an answer.
    const before =
      age > 30_000 ? (await payments.refundsOf(paymentIntent)).find((r) => r.metadata.refundId === refundId) : undefined
    const done =
      before ??
      (await payments.refund({
        // Stripe repeats a failure under the same idempotency key. After an hour, and a search without a result, use a
        // new key.
        key: age < HOUR ? refundId : `${refundId}-${Math.floor(age / HOUR)}`,
        paymentId: paymentIntent,
        amountCents: row.amount_cents,
        metadata: { companyId, refundId },
      }))
    await apply(done.status, done.id)
    return done.status
  } catch (e) {
    const problem = paymentProblem(e)
    if (!problem) throw e
    if (problem.kind !== 'refused') return problem.kind
    platform.log.warn({ refundId, code: problem.code }, 'Stripe rejected a refund')
    await apply('failed')
    return 'failed'
  }
}

/**
 * Makes a refund at Stripe, with retries for about a day. `followPayments` also asks about pending refunds every ten
 * minutes, during that time and after it.
 */
export const sendRefunds: JobDefinition<Platform, SendRefund> = {
  name: SEND_REFUND,
  retries: 14,
  async handler(platform, data) {
    const outcome = await sendRefund(platform, data)
    if (outcome === 'unknown' || outcome === 'unavailable')
      throw new Error(`Stripe is ${outcome}; the refund will be retried.`)
  },
}
