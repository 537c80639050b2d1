// Each night our card payments of the last 30 days are compared with Stripe's. What differs is reported and never mended;
// only what is still pending here takes the end that it has at Stripe.
import { sql } from 'kysely'
import { systemOf } from '../platform/db.ts'
import type { ScheduleDefinition } from '../platform/jobs.ts'
import type { CardPayment } from '../platform/payments.ts'
import type { Platform } from '../platform/platform.ts'
import { oursIn } from './card-news.ts'
import { settleOpen } from './follow-payments.ts'
import { type PaymentReport, reportPayment } from './payment-finding.ts'

const DAYS = 30
const DAY = 86_400_000
/** What every title of this comparison begins with: by it those that are found no more are told. */
const DIFFERS = 'Differs from Stripe: '

type OurPayment = {
  company_id: string
  invoice_id: string
  stripe_payment_intent: string | null
  status: string
  amount_cents: number
  refunded_cents: number
}

/** What does not fit about one payment of Stripe's; undefined when it does, or is none of ours. */
export function compare(
  theirs: CardPayment,
  ours: OurPayment | undefined,
): Omit<PaymentReport, 'companyId'> | undefined {
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
    return { kind: 'payment_missing', title: title('a payment that came in is not here'), found }
  }
  const about = {
    subjectId: ours.invoice_id,
    expected: { status: ours.status, amount: ours.amount_cents, refunded: ours.refunded_cents },
    found,
  }
  if ((theirs.status === 'succeeded') !== (ours.status === 'succeeded'))
    return theirs.status === 'succeeded'
      ? { kind: 'payment_missing', title: title('a payment that came in did not come in here'), ...about }
      : { kind: 'payment_unknown', title: title('a payment that came in here did not come in there'), ...about }
  if (theirs.status !== 'succeeded') return undefined
  if (theirs.receivedCents !== ours.amount_cents || theirs.currency !== 'usd')
    return { kind: 'payment_amount', title: title('a payment is over another amount'), ...about }
  if (theirs.refundedCents !== ours.refunded_cents)
    return { kind: 'payment_amount', title: title('another amount went back'), ...about }
  return undefined
}

/** Compares both sides. Gives how many differences there are. Throws PaymentProblem when Stripe does not answer. */
export async function reconcile(platform: Platform, now = new Date()): Promise<number> {
  const { payments, db } = platform
  if (!payments) return 0
  await settleOpen(platform)
  const begun = (await sql<{ now: string }>`select now()`.execute(db.system)).rows[0]?.now as string
  const since = new Date(now.getTime() - DAYS * DAY)
  // A day more on their side: a payment is older there than its row is here.
  const theirs = (await payments.paymentsSince(new Date(since.getTime() - DAY))).flatMap((p) => {
    const ours = oursIn(p.metadata)
    return ours ? [{ ...p, companyId: ours.companyId }] : []
  })
  // Past the fences: it is about all companies, and nobody is signed in.
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
  const house = (
    await db.system
      .selectFrom('companies')
      .select('id')
      .where('is_internal', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
  )?.id

  const reports: PaymentReport[] = []
  for (const payment of theirs) {
    const row = byIntent.get(payment.id)
    const report = compare(payment, row)
    const companyId = row?.company_id ?? (companies.has(payment.companyId) ? payment.companyId : house)
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
        title: `${DIFFERS}a payment that is here is not there (${row.stripe_payment_intent})`,
        expected: { payment: row.stripe_payment_intent, status: row.status, amount: row.amount_cents },
      })
  for (const report of reports) await db.asActor(systemOf(report.companyId), (tx) => reportPayment(tx, report))
  await db.system
    .updateTable('findings')
    .set({ resolved_at: sql<string>`now()`, resolution: 'It does not differ any more.' })
    .where('title', 'like', `${DIFFERS}%`)
    .where('resolved_at', 'is', null)
    .where('last_seen_at', '<', begun)
    .execute()
  if (reports.length > 0) platform.log.warn({ differences: reports.length }, 'payments differ from Stripe')
  return reports.length
}

/** Each night. */
export const reconcilePayments: ScheduleDefinition<Platform> = {
  name: 'billing.reconcile-payments',
  cron: '20 3 * * *',
  handler: async (platform) => {
    await reconcile(platform)
  },
}
