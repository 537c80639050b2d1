// The one place where money that came in or went back has its effect. Payments and refunds are kept as they are told of,
// each once; then the invoice is reckoned from all of them (standing.ts), so that it ends alike in whatever order, and
// however often, they arrive. Everything of one call happens in one transaction with the invoice held.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type By, record } from '../platform/audit.ts'
import { type Db, systemOf } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { type Discrepancy, keepFinding, resolveFindings } from './finding.ts'
import { activateHours, blocksOf, giveAgain, soldOf, takeBack } from './hours-of-order.ts'
import { issueInvoice } from './issue.ts'
import { shareOfMinutes } from './policy.ts'
import { productOrder } from './product-orders.ts'
import { laterPayment, laterRefund, type PaymentStatus, type RefundStatus, standing } from './standing.ts'

/** A payment as it was told of: by Stripe, or by an administrator who saw it on the bank's statement. */
export type PaymentNews = {
  companyId: string
  invoiceId: string
  method: 'card' | 'transfer'
  status: PaymentStatus
  amountCents: number
  /** In lower case, as Stripe writes it. */
  currency: string
  /** Card: Stripe's id of it; the same one is the same payment. */
  paymentIntent?: string | undefined
  card?: { brand: string; last4: string } | undefined
  /** Charged without anybody present. */
  offSession?: boolean | undefined
  failure?: { code: string; message: string } | undefined
  /** Transfer: our id of it, and what the bank calls it. */
  id?: string | undefined
  reference?: string | undefined
  recordedBy?: string | undefined
  /** When the money came in. */
  at?: Date | undefined
}
/** A refund as it was told of. */
export type RefundNews = {
  companyId: string
  /** Of which payment: ours, or Stripe's. */
  paymentId?: string | undefined
  paymentIntent?: string | undefined
  /** Told of before its payment was: enough to keep that one too, as pending. */
  payment?: { invoiceId: string; amountCents: number; currency: string } | undefined
  /** Our refund, if it began here. */
  id?: string | undefined
  stripeRefund?: string | undefined
  amountCents: number
  status: RefundStatus
  reason?: string | undefined
}
/** What came of it. `unknown`: there is no such invoice (or payment) here, and nothing was kept. */
export type Settled = {
  outcome: 'unknown' | 'kept'
  invoice: string | null
  number: string | null
  /** Something does not fit, and administrators were told. */
  problem: boolean
}
const UNKNOWN: Settled = { outcome: 'unknown', invoice: null, number: null, problem: false }

/** Keeps what is known of a payment and lets it have its effect, once. */
export async function applyPayment(db: Db, news: PaymentNews, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(news.companyId) }
  if (!(await holdInvoice(db, news.companyId, news.invoiceId))) return UNKNOWN
  if (news.currency !== 'usd') {
    // Not a sum that can be kept among ours: a person has to look, and nothing follows from it.
    if (news.status === 'succeeded')
      await keepFinding(db, news.companyId, news.invoiceId, 'payment_currency', {
        words: 'was paid in another currency',
        expected: { currency: 'usd' },
        found: {
          currency: news.currency,
          amount: news.amountCents,
          ...(news.paymentIntent ? { payment: news.paymentIntent } : {}),
        },
      })
    return settleInvoice(db, acting, news.companyId, news.invoiceId, true)
  }
  // An automatic charge was written down before Stripe was asked, and learns Stripe's id of it from the answer.
  const { id, paymentIntent } = news
  const known =
    id || paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'status'])
          .where('company_id', '=', news.companyId)
          .where((e) =>
            e.or([
              ...(paymentIntent ? [e('stripe_payment_intent', '=', paymentIntent)] : []),
              ...(id ? [e.and([e('id', '=', id), e('stripe_payment_intent', 'is', null)])] : []),
            ]),
          )
          .executeTakeFirst()
      : undefined
  if (known && known.invoice_id !== news.invoiceId) throw new Error('This payment is for another invoice.')
  const before = known?.status as PaymentStatus | undefined
  const status = before ? laterPayment(before, news.status) : news.status
  const at = (news.at ?? new Date()).toISOString()
  const failure = status === 'failed' ? news.failure : undefined
  if (!known) {
    await db
      .insertInto('payments')
      .values({
        company_id: news.companyId,
        id: news.id ?? uuid(),
        invoice_id: news.invoiceId,
        method: news.method,
        status,
        amount_cents: news.amountCents,
        stripe_payment_intent: news.paymentIntent ?? null,
        card_brand: news.card?.brand ?? null,
        card_last4: news.card?.last4 ?? null,
        off_session: news.offSession ?? false,
        failure_code: failure?.code ?? null,
        failure_message: failure?.message ?? null,
        recorded_by: news.recordedBy ?? null,
        reference: news.reference ?? null,
        paid_at: status === 'succeeded' ? at : null,
      })
      .execute()
  } else {
    await db
      .updateTable('payments')
      .set({
        status,
        ...(paymentIntent ? { stripe_payment_intent: paymentIntent } : {}),
        ...(news.card ? { card_brand: news.card.brand, card_last4: news.card.last4 } : {}),
        ...(status === 'succeeded'
          ? { failure_code: null, failure_message: null }
          : failure
            ? { failure_code: failure.code, failure_message: failure.message }
            : {}),
        // The earliest of what was said: two messages about one payment differ by seconds.
        ...(news.status === 'succeeded' ? { paid_at: sql<string>`least(paid_at, ${at}::timestamptz)` } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', news.companyId)
      .where('id', '=', known.id)
      .execute()
  }
  if (status === 'failed' && before !== 'failed')
    await publish(db, acting.actor, {
      companyId: news.companyId,
      topic: 'billing',
      kind: 'payment_failed',
      subjectId: news.invoiceId,
      data: { offSession: news.offSession ?? false, ...(failure ? { message: failure.message } : {}) },
    })
  return settleInvoice(db, acting, news.companyId, news.invoiceId, before !== status, news.at)
}

/** Keeps what is known of a refund and lets it have its effect, once. */
export async function applyRefund(db: Db, news: RefundNews, by?: By): Promise<Settled> {
  const acting = by ?? { actor: systemOf(news.companyId) }
  const find = async () =>
    news.paymentId || news.paymentIntent
      ? await db
          .selectFrom('payments')
          .select(['id', 'invoice_id', 'amount_cents'])
          .where('company_id', '=', news.companyId)
          .$if(news.paymentId !== undefined, (q) => q.where('id', '=', news.paymentId as string))
          .$if(news.paymentId === undefined, (q) => q.where('stripe_payment_intent', '=', news.paymentIntent as string))
          .executeTakeFirst()
      : undefined
  let payment = await find()
  if (!payment && news.payment && news.paymentIntent) {
    const first = await applyPayment(
      db,
      {
        ...news.payment,
        companyId: news.companyId,
        method: 'card',
        status: 'pending',
        paymentIntent: news.paymentIntent,
      },
      acting,
    )
    if (first.outcome === 'unknown') return UNKNOWN
    payment = await find()
  }
  if (!payment || !(await holdInvoice(db, news.companyId, payment.invoice_id))) return UNKNOWN
  // A refund that began here may be told of by Stripe before its call has answered: our id is in its metadata.
  const known = await db
    .selectFrom('refunds')
    .select(['id', 'status'])
    .where('company_id', '=', news.companyId)
    .where((e) =>
      e.or([
        ...(news.id ? [e('id', '=', news.id)] : []),
        ...(news.stripeRefund ? [e('stripe_refund', '=', news.stripeRefund)] : []),
      ]),
    )
    .executeTakeFirst()
  const before = known?.status as RefundStatus | undefined
  const status = before ? laterRefund(before, news.status) : news.status
  if (known)
    await db
      .updateTable('refunds')
      .set({
        status,
        ...(news.stripeRefund ? { stripe_refund: news.stripeRefund } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', news.companyId)
      .where('id', '=', known.id)
      .execute()
  else
    await db
      .insertInto('refunds')
      .values({
        company_id: news.companyId,
        id: news.id ?? uuid(),
        payment_id: payment.id,
        amount_cents: news.amountCents,
        reason: news.reason ?? 'Refunded at Stripe.',
        status,
        stripe_refund: news.stripeRefund ?? null,
        refunded_by: acting.actor.role === 'system' ? null : acting.actor.userId,
      })
      .execute()
  const settled = await settleInvoice(db, acting, news.companyId, payment.invoice_id, before !== status)
  // The partner was told that it is on its way, and what it took away may be gone: a person has to decide.
  if (status === 'failed' && before === 'succeeded')
    await publish(db, acting.actor, {
      companyId: news.companyId,
      topic: 'billing',
      kind: 'refund_failed',
      subjectId: payment.invoice_id,
      data: { amountCents: news.amountCents },
    })
  if (status === 'failed' && before !== 'failed')
    await keepFinding(db, news.companyId, payment.invoice_id, 'refund_failed', {
      words: 'has a refund that did not arrive',
      expected: { refund: news.amountCents },
      found: { refund: 'failed', todo: await afterFailedRefund(db, news.companyId, payment.invoice_id) },
    })
  return settled
}

/** What administrators do about money that is still here although it was given back. */
async function afterFailedRefund(db: Db, companyId: string, invoiceId: string): Promise<string> {
  const invoice = await holdInvoice(db, companyId, invoiceId)
  const bought = invoice && (await productOrder(db, companyId, invoice.order_id))
  return bought
    ? `Send the money another way. If it stays here, give the company its automation again: what was not live was retired for the refund${bought.agreement_id ? ', and its agreement ended' : ''}.`
    : 'Send the money another way. Hours that the refund took can be used again; if the money goes, take them back on the company’s page.'
}

/** Takes the invoice until the transaction ends: whatever is told of it meanwhile waits. */
export const holdInvoice = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', (j) => j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'))
    .select(['i.id', 'i.company_id', 'i.order_id', 'i.number', 'i.status', 'i.total_cents', 'i.paid_cents'])
    .select(['i.refunded_cents', 'i.version', 'i.paid_at', 'i.next_charge_at'])
    .select(['o.status as order_status', 'o.number as order_number', 'o.source', 'o.method'])
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', invoiceId)
    .forUpdate(['i', 'o'])
    .executeTakeFirst()

const paymentsOf = (db: Db, companyId: string, invoiceId: string) =>
  db
    .selectFrom('payments as p')
    .select(['p.id', 'p.method', 'p.status', 'p.amount_cents', 'p.refunded_cents', 'p.paid_at'])
    .select(
      sql<number>`(select coalesce(sum(r.amount_cents), 0)::int from refunds r
        where r.company_id = p.company_id and r.payment_id = p.id and r.status = 'succeeded')`.as('went_back'),
    )
    .where('p.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .execute()

const WORDS: Record<'more' | 'twice' | 'less', string> = {
  more: 'was paid with more than it is over',
  twice: 'was paid twice',
  less: 'was paid by card with less than is owed',
}

/**
 * Reckons an invoice anew from its payments and refunds and does what follows: number and day for a card order that is
 * paid, hours usable or taken back, order and invoice in their new state, events, findings. Again is no harm. `news`:
 * something is different from before, so findings are looked at too. `at`: when the money came in, for seeds.
 */
export async function settleInvoice(
  db: Db,
  by: By,
  companyId: string,
  invoiceId: string,
  news = true,
  at?: Date,
): Promise<Settled> {
  const { actor } = by
  const invoice = await holdInvoice(db, companyId, invoiceId)
  if (!invoice) return UNKNOWN
  const payments = await paymentsOf(db, companyId, invoiceId)
  const now = standing(
    invoice.total_cents,
    payments.map((p) => ({
      method: p.method as 'card' | 'transfer',
      status: p.status as PaymentStatus,
      amountCents: p.amount_cents,
      refundedCents: Math.min(p.went_back, p.amount_cents),
    })),
  )
  for (const p of payments)
    if (p.refunded_cents !== Math.min(p.went_back, p.amount_cents))
      await db
        .updateTable('payments')
        .set({ refunded_cents: Math.min(p.went_back, p.amount_cents), updated_at: sql<string>`now()` })
        .where('company_id', '=', companyId)
        .where('id', '=', p.id)
        .execute()

  const void_ = invoice.status === 'void'
  const wasPaid = invoice.status === 'paid' || invoice.status === 'refunded'
  const isPaid = !void_ && now.status !== 'open'
  let number = invoice.number
  let status = invoice.status
  if (isPaid) {
    // The balance before the number: whoever buys takes them in this order too, and the number is held for less time.
    if (!wasPaid) await activateHours(db, by, companyId, await blocksOf(db, companyId, invoice.order_id), at)
    if (invoice.status === 'draft') number = await issueInvoice(db, companyId, invoiceId, 0)
    status = now.status
  }
  // Two messages about one payment differ by seconds: the earlier is when it was, whichever comes first.
  const paidAt = isPaid ? wholeAt(invoice.total_cents, payments) : null
  const moved =
    status !== invoice.status ||
    now.paidCents !== invoice.paid_cents ||
    now.refundedCents !== invoice.refunded_cents ||
    (isPaid && invoice.next_charge_at !== null)
  if (moved || (paidAt && paidAt !== invoice.paid_at))
    await db
      .updateTable('invoices')
      .set({
        status,
        paid_cents: now.paidCents,
        refunded_cents: now.refundedCents,
        ...(isPaid ? { paid_at: paidAt ?? invoice.paid_at ?? sql<string>`now()`, next_charge_at: null } : {}),
        ...(moved ? { version: sql<number>`version + 1` } : {}),
        updated_at: sql<string>`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', invoiceId)
      .execute()
  const orderStatus = !isPaid ? invoice.order_status : now.status === 'refunded' ? 'refunded' : 'paid'
  if (orderStatus !== invoice.order_status)
    await db
      .updateTable('orders')
      .set({ status: orderStatus, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', invoice.order_id)
      .execute()

  const tell = (kind: string, data: object) =>
    publish(db, actor, { companyId, topic: 'billing', kind, subjectId: invoiceId, data })
  if (isPaid && !wasPaid) {
    await record(db, by, {
      companyId,
      action: 'invoice.paid',
      subjectType: 'invoice',
      subjectId: invoiceId,
      before: { status: invoice.status, paidCents: invoice.paid_cents },
      after: { number, status: 'paid', paidCents: now.paidCents, totalCents: invoice.total_cents },
    })
    await tell('paid', { orderId: invoice.order_id, paidCents: now.paidCents })
  } else if (now.paidCents !== invoice.paid_cents) await tell('part_paid', { paidCents: now.paidCents })
  if (isPaid && (now.paidCents !== invoice.paid_cents || now.refundedCents !== invoice.refunded_cents))
    await takeBackFor(db, by, invoice, invoiceId, now)
  if (now.refundedCents !== invoice.refunded_cents)
    await record(db, by, {
      companyId,
      action: 'invoice.refunded',
      subjectType: 'invoice',
      subjectId: invoiceId,
      before: { status: invoice.status, refundedCents: invoice.refunded_cents },
      after: {
        number,
        status,
        amountCents: now.refundedCents - invoice.refunded_cents,
        refundedCents: now.refundedCents,
      },
    })
  if (now.refundedCents > invoice.refunded_cents)
    await tell('refunded', {
      amountCents: now.refundedCents - invoice.refunded_cents,
      whole: status === 'refunded',
    })

  if (!news) return { outcome: 'kept', invoice: status, number, problem: now.problem !== null }
  const discrepancy = discrepancyOf(void_, now, invoice.total_cents)
  await resolveFindings(db, companyId, invoiceId, discrepancy)
  if (discrepancy) await keepFinding(db, companyId, invoiceId, 'payment_amount', discrepancy)
  return { outcome: 'kept', invoice: status, number, problem: discrepancy !== undefined }
}

/** When the whole was there: what came in until then covers it. The same whatever was told of first. */
function wholeAt(
  totalCents: number,
  payments: { status: string; amount_cents: number; paid_at: string | null }[],
): string | null {
  let sum = 0
  const came = payments
    .flatMap((p) =>
      p.status === 'succeeded' && p.amount_cents <= totalCents && p.paid_at ? [{ ...p, at: p.paid_at }] : [],
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  for (const p of came) {
    sum += p.amount_cents
    if (sum >= totalCents) return p.at
  }
  return null
}

function discrepancyOf(void_: boolean, now: ReturnType<typeof standing>, totalCents: number): Discrepancy | undefined {
  const sums = { expected: { amount: totalCents }, found: { amount: now.paidCents, refunded: now.refundedCents } }
  if (void_) {
    if (now.paidCents > now.refundedCents || now.problem === 'more')
      return { words: 'was paid although it is void', ...sums }
    return undefined
  }
  return now.problem ? { words: WORDS[now.problem], ...sums } : undefined
}

/**
 * Takes back the minutes of refunds that went out, each once, and only after their payment came in. A refund that began
 * here says how many; one that somebody made at Stripe takes the share of what is now missing of the price. That is reckoned
 * over all of them, so that money which came in twice and went back once takes nothing, whichever was told of first.
 */
async function takeBackFor(
  db: Db,
  by: By,
  invoice: { company_id: string; order_id: string; total_cents: number },
  invoiceId: string,
  { paidCents, refundedCents }: { paidCents: number; refundedCents: number },
) {
  const { company_id: companyId, order_id: orderId, total_cents: total } = invoice
  const all = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (j) => j.onRef('p.company_id', '=', 'r.company_id').onRef('p.id', '=', 'r.payment_id'))
    .select(['r.id', 'r.amount_cents', 'r.wanted_minutes', 'r.minutes', 'r.reason', 'r.settled_at', 'r.status'])
    .where('r.company_id', '=', companyId)
    .where('p.invoice_id', '=', invoiceId)
    .where('p.status', '=', 'succeeded')
    .where('r.status', 'in', ['succeeded', 'failed'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  const keep = (id: string, minutes: number) =>
    db
      .updateTable('refunds')
      .set({ minutes, settled_at: sql<string>`coalesce(settled_at, now())`, updated_at: sql<string>`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
  const why = (reason: string) => `Refund: ${reason}`.slice(0, 500)
  const refunds = all.filter((r) => r.status === 'succeeded')
  // It went out and came back from the bank: so do the minutes.
  for (const r of all)
    if (r.status === 'failed' && r.minutes > 0) {
      await giveAgain(db, by, companyId, orderId, await blocksOf(db, companyId, orderId), r.minutes)
      await keep(r.id, 0)
    }
  for (const r of refunds)
    if (r.wanted_minutes !== null && r.settled_at === null) {
      const blocks = await blocksOf(db, companyId, orderId)
      await keep(r.id, await takeBack(db, by, companyId, blocks, r.wanted_minutes, why(r.reason)))
    }
  const elsewhere = refunds.filter((r) => r.wanted_minutes === null)
  const last = elsewhere.at(-1)
  if (!last) return
  const given = elsewhere.reduce((n, r) => n + r.amount_cents, 0)
  const missing = Math.min(given, Math.max(0, total - (paidCents - refundedCents)))
  const blocks = await blocksOf(db, companyId, orderId)
  const sold = soldOf(blocks)
  const due = shareOfMinutes(missing, total, sold.minutes, sold.minutes)
  const taken = elsewhere.reduce((n, r) => n + r.minutes, 0)
  if (due > taken) {
    await keep(last.id, last.minutes + (await takeBack(db, by, companyId, blocks, due - taken, why(last.reason))))
  } else if (due < taken) {
    await giveAgain(db, by, companyId, orderId, blocks, taken - due)
    let left = taken - due
    for (const r of elsewhere) {
      const part = Math.min(left, r.minutes)
      if (part > 0) await keep(r.id, r.minutes - part)
      left -= part
    }
  }
  for (const r of elsewhere) if (r.settled_at === null && r.id !== last.id) await keep(r.id, r.minutes)
  if (last.settled_at === null && due <= taken) await keep(last.id, last.minutes)
}
