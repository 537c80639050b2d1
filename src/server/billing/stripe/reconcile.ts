// Compares our card payments of the last 30 days with Stripe's, nightly. Differences are reported and never fixed
// automatically. Only what is pending here takes the final state that it has at Stripe.
import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { CardPayment } from '../../platform/payments/stripe-objects.ts'
import type { Platform } from '../../platform/platform.ts'
import { type DiscrepancyReport, reportDiscrepancy } from '../payments/payment-discrepancy.ts'
import { ourMetadata } from './card-updates.ts'
import { settleOpen } from './follow-payments.ts'

const DAYS = 30
const DAY = 86_400_000
/**
 * The prefix of all titles from this reconciliation. It identifies the discrepancies to close when they are not found
 * again.
 */
const DIFFERS = 'Differs from Stripe: '

type OurPayment = {
  company_id: string
  invoice_id: string
  stripe_payment_intent: string | null
  status: string
  amount_cents: number
  refunded_cents: number
}

/** Returns the discrepancy between a payment at Stripe and its row here; undefined when there is none. */
function comparePayment(
  theirs: CardPayment,
  ours: OurPayment | undefined,
): Omit<DiscrepancyReport, 'companyId'> | undefined {
  const title = (words: string) => `${DIFFERS}${words} (${theirs.id})`
  const found = {
    payment: theirs.id,
    status: theirs.status,
    amount: theirs.receivedCents,
    refunded: theirs.refundedCents,
    currency: theirs.currency,
  }
  if (!ours) {
    if (theirs.status !== 'succeeded') return undefined
    return { kind: 'payment_missing', title: title('a payment received in Stripe is missing here'), found }
  }
  const about = {
    subjectId: ours.invoice_id,
    expected: { status: ours.status, amount: ours.amount_cents, refunded: ours.refunded_cents },
    found,
  }
  if ((theirs.status === 'succeeded') !== (ours.status === 'succeeded'))
    return theirs.status === 'succeeded'
      ? { kind: 'payment_missing', title: title('a payment is recorded as received in Stripe but not here'), ...about }
      : { kind: 'payment_unknown', title: title('a payment is recorded as received here but not in Stripe'), ...about }
  if (theirs.status !== 'succeeded') return undefined
  if (theirs.receivedCents !== ours.amount_cents || theirs.currency !== 'usd')
    return { kind: 'payment_amount', title: title('the payment amounts do not match'), ...about }
  if (theirs.refundedCents !== ours.refunded_cents)
    return { kind: 'payment_amount', title: title('the refunded amounts do not match'), ...about }
  return undefined
}

/**
 * Compares both sides and reports differences. Returns how many there are. Throws PaymentProblem when Stripe does not
 * answer.
 */
export async function comparePayments(platform: Platform, now = new Date()): Promise<number> {
  const { payments, db } = platform
  if (!payments) return 0
  await settleOpen(platform)
  const begun = (await sql<{ now: string }>`select now()`.execute(db.system)).rows[0]?.now as string
  const since = new Date(now.getTime() - DAYS * DAY)
  // Fetch one extra day from Stripe, because a payment can be older there than its row here.
  const theirs = (await payments.paymentsSince(new Date(since.getTime() - DAY))).flatMap((p) => {
    const ours = ourMetadata(p.metadata)
    return ours ? [{ ...p, companyId: ours.companyId }] : []
  })
  // Use the owner connection, because this covers all companies and no user is signed in.
  const ours = await db.system
    .selectFrom('payments')
    .select([
      'company_id',
      'invoice_id',
      'stripe_payment_intent',
      'status',
      'amount_cents',
      'refunded_cents',
      'created_at',
    ])
    .where('method', '=', 'card')
    .where('stripe_payment_intent', 'is not', null)
    .where('created_at', '>=', new Date(since.getTime() - DAY).toISOString())
    .execute()
  const byIntent = new Map(ours.map((p) => [p.stripe_payment_intent, p]))
  const strange = [...new Set(theirs.filter((p) => !byIntent.has(p.id)).map((p) => p.companyId))]
  const companies = new Set(
    (strange.length === 0
      ? []
      : await db.system.selectFrom('companies').select('id').where('id', 'in', strange).execute()
    ).map((c) => c.id),
  )
  const providerId = (
    await db.system
      .selectFrom('companies')
      .select('id')
      .where('is_internal', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
  )?.id

  const reports: DiscrepancyReport[] = []
  for (const payment of theirs) {
    const row = byIntent.get(payment.id)
    const report = comparePayment(payment, row)
    const companyId = row?.company_id ?? (companies.has(payment.companyId) ? payment.companyId : providerId)
    if (report && companyId) reports.push({ ...report, companyId })
  }
  const known = new Set(theirs.map((p) => p.id))
  for (const row of ours)
    if (
      row.status === 'succeeded' &&
      Date.parse(row.created_at) >= since.getTime() &&
      !known.has(row.stripe_payment_intent as string)
    )
      reports.push({
        companyId: row.company_id,
        kind: 'payment_unknown',
        subjectId: row.invoice_id,
        title: `${DIFFERS}a payment recorded here does not exist in Stripe (${row.stripe_payment_intent})`,
        expected: { payment: row.stripe_payment_intent, status: row.status, amount: row.amount_cents },
      })
  for (const report of reports) await db.asActor(systemOf(report.companyId), (tx) => reportDiscrepancy(tx, report))
  await db.system
    .updateTable('findings')
    .set({ resolved_at: sql<string>`now()`, resolution: 'No longer differs from Stripe.' })
    .where('title', 'like', `${DIFFERS}%`)
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '<', begun)
    .execute()
  if (reports.length > 0) platform.log.warn({ differences: reports.length }, 'payments differ from Stripe')
  return reports.length
}

/** Compares the recorded payments with Stripe. Runs nightly. */
export const reconcilePayments: ScheduleDefinition<Platform> = {
  name: 'billing.reconcile-payments',
  cron: '20 3 * * *',
  handler: async (platform) => {
    await comparePayments(platform)
  },
}
