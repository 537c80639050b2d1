// Applies each event from Stripe once. It is stored in the transaction of its effect, so that neither exists without
// the other. A second delivery, even a concurrent one, finds the event stored and does nothing.
import { sql } from 'kysely'
import { z } from 'zod'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import {
  type CardPayment,
  type PayPage,
  readMethod,
  readPage,
  readPayment,
  readRefund,
  type StripeEvent,
} from '../../platform/payments/stripe-objects.ts'
import type { Platform } from '../../platform/platform.ts'
import { completeCardPage, expireCardPage } from '../payments/follow-card-page.ts'
import { reportDiscrepancy } from '../payments/payment-discrepancy.ts'
import { applyCardPayment, applyCardRefund, ourMetadata } from './card-updates.ts'
import { applyDispute, Dispute } from './dispute.ts'
import { checkoutColumns, completeCheckout, expireCheckout } from './follow-checkout.ts'
import { NO_CARD } from './stripe-customer.ts'

/** The result of a delivery, stored with the event. */
type Outcome = 'applied' | 'nothing' | 'unknown' | 'ignored'
/** A change to rows of one company, made in one transaction with system rights. */
type Effect = { companyId: string; run: (db: Db) => Promise<Outcome> }

const Charge = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  payment_intent: z.string().nullish(),
  amount_refunded: z.number().int().default(0),
  metadata: z.record(z.string(), z.string()).nullish(),
})
const CustomerShape = z.object({
  id: z.string(),
  invoice_settings: z.object({ default_payment_method: z.string().nullish() }).nullish(),
})

/** Stores an event and applies it. Returns its outcome, or `before` when it was stored earlier. */
export async function storeEvent(platform: Platform, event: StripeEvent): Promise<Outcome | 'before'> {
  const { db } = platform
  // Stripe is asked before the transaction, and only about events that are not stored yet. Only the owner connection
  // can read stored events.
  if (await db.system.selectFrom('stripe.events').select('key').where('key', '=', event.key).executeTakeFirst())
    return 'before'
  const effect = await effectOf(platform, event)
  const objectId = typeof event.object.id === 'string' ? event.object.id.slice(0, 255) : null
  const payload = JSON.stringify({ type: event.type, created: event.createdAt, object: event.object })
  const keep = async (tx: Db, companyId: string | null, outcome: Outcome) => {
    const { rows } = await sql<{ kept: boolean }>`
      select keep_stripe_event(${event.key}, ${event.type}, ${objectId}, ${companyId}::uuid, ${payload}::jsonb, ${outcome}) as kept`.execute(
      tx,
    )
    return rows[0]?.kept === true
  }
  if (!effect) {
    const provider = await db.system
      .selectFrom('companies')
      .select('id')
      .where('is_internal', '=', true)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst()
    if (!provider) return 'ignored'
    return db.asActor(systemOf(provider.id), async (tx) => ((await keep(tx, null, 'ignored')) ? 'ignored' : 'before'))
  }
  return db.asActor(systemOf(effect.companyId), async (tx) => {
    if (!(await keep(tx, effect.companyId, 'nothing'))) return 'before'
    const outcome = await effect.run(tx)
    if (outcome !== 'nothing') await sql`select mark_stripe_event(${event.key}, ${outcome})`.execute(tx)
    return outcome
  })
}

/** Returns what an event does; undefined for one that is not ours. */
async function effectOf(platform: Platform, { type, object }: StripeEvent): Promise<Effect | undefined> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const page = readPage(object)
      return page.mode === 'setup' ? cardPageEffect(platform, page) : pageEffect(platform, page)
    }
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return paymentEffect(platform, readPayment(object))
    case 'charge.refunded':
      return chargeEffect(platform, object)
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundEffect(platform, object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return disputeEffect(platform, object)
    case 'payment_method.detached':
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return methodEffect(platform, type, object)
    case 'customer.updated':
    case 'customer.deleted':
      return customerEffect(platform, type, object)
    default:
      return undefined
  }
}

/** Returns our metadata if the company in it exists. Anyone with access to the account at Stripe can write metadata. */
async function companyIn({ db }: Platform, metadata: Record<string, string>): Promise<ReturnType<typeof ourMetadata>> {
  const ours = ourMetadata(metadata)
  if (!ours) return undefined
  const found = await db.askAs(systemOf(ours.companyId), (tx) =>
    tx.selectFrom('companies').select('id').where('id', '=', ours.companyId).executeTakeFirst(),
  )
  return found ? ours : undefined
}

async function pageEffect(platform: Platform, page: PayPage): Promise<Effect | undefined> {
  const ours = await companyIn(platform, page.metadata)
  if (!ours?.checkoutId) return undefined
  const { companyId, checkoutId, invoiceId } = ours
  const row = (tx: Db) =>
    tx
      .selectFrom('checkouts')
      .select(checkoutColumns)
      .where('company_id', '=', companyId)
      .where('id', '=', checkoutId)
      .executeTakeFirst()
  const known = await platform.db.askAs(systemOf(companyId), row)
  const unknown = (tx: Db, words: string) =>
    reportDiscrepancy(tx, {
      companyId,
      kind: 'payment_unknown',
      title: `${words} (${page.id})`,
      found: {
        session: page.id,
        payment: page.paymentId ?? null,
        amount: page.amountCents ?? null,
        currency: page.currency ?? null,
      },
    }).then(() => 'unknown' as const)
  // The checkout was opened for another company, or by someone else with our keys.
  if (!known || (known.stripe_session !== null && known.stripe_session !== page.id))
    return page.paid
      ? { companyId, run: (tx) => unknown(tx, 'Stripe reports a paid checkout that was not started here') }
      : undefined
  if (page.status === 'expired')
    return { companyId, run: async (tx) => ((await expireCheckout(tx, known)) ? 'applied' : 'nothing') }
  if (page.status !== 'complete' || !page.paid || !page.paymentId) return { companyId, run: async () => 'nothing' }
  const payment =
    (await askedNow(platform, page.paymentId)) ??
    paymentOf(page, { companyId, ...(invoiceId ? { invoiceId } : {}), orderId: known.order_id, checkoutId })
  return {
    companyId,
    run: async (tx) => {
      const settled = await completeCheckout(platform, tx, known, payment)
      return !settled || settled.outcome === 'unknown'
        ? unknown(tx, 'Stripe reports a payment without an invoice here')
        : 'applied'
    },
  }
}

/** The payment as the session describes it, for when Stripe cannot be asked. */
const paymentOf = (page: PayPage, metadata: Record<string, string>): CardPayment => ({
  id: page.paymentId as string,
  status: 'succeeded',
  amountCents: page.amountCents ?? 0,
  receivedCents: page.amountCents ?? 0,
  refundedCents: 0,
  currency: page.currency ?? 'usd',
  customerId: page.customerId,
  methodId: undefined,
  card: undefined,
  metadata,
  createdAt: new Date(),
  failure: undefined,
})

/**
 * Returns the current payment from Stripe, with its card. A delivery waits two seconds for it, then goes on without it.
 */
async function askedNow({ payments }: Platform, id: string): Promise<CardPayment | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), 2_000)
  return Promise.race([payments?.payment(id).catch(() => undefined), late.promise]).finally(() => clearTimeout(timer))
}

async function paymentEffect(platform: Platform, reported: CardPayment): Promise<Effect | undefined> {
  const ours = await companyIn(platform, reported.metadata)
  if (!ours) return undefined
  const { companyId } = ours
  const now = reported.status === 'succeeded' ? await askedNow(platform, reported.id) : undefined
  // The event's metadata names the invoice. Only the payment's state is taken from the newer response.
  const payment = now ? { ...now, metadata: reported.metadata } : reported
  return {
    companyId,
    run: async (tx) => {
      const settled = await applyCardPayment(tx, payment)
      if (settled?.outcome === 'kept') return 'applied'
      if (reported.status !== 'succeeded') return 'nothing'
      await reportDiscrepancy(tx, {
        companyId,
        kind: 'payment_unknown',
        title: `Stripe reports a payment without an invoice here (${reported.id})`,
        found: {
          payment: reported.id,
          amount: reported.receivedCents,
          currency: reported.currency,
          invoice: ours.invoiceId ?? null,
        },
      })
      return 'unknown'
    },
  }
}

/** Applies all refunds of the payment, so that it does not matter which event arrives first. */
async function chargeEffect(platform: Platform, object: unknown): Promise<Effect | undefined> {
  const charge = Charge.parse(object)
  const of = charge.payment_intent
  const ours = of ? await companyIn(platform, charge.metadata ?? {}) : undefined
  if (!of || !ours) return undefined
  const payment = { id: of, metadata: charge.metadata ?? {}, amountCents: charge.amount, currency: charge.currency }
  // If this fails, the delivery fails and Stripe sends it again.
  const refunds = (await platform.payments?.refundsOf(of)) ?? []
  return {
    companyId: ours.companyId,
    run: async (tx) => {
      let outcome: Outcome = 'nothing'
      for (const refund of refunds)
        if ((await applyCardRefund(tx, refund, payment))?.outcome === 'kept') outcome = 'applied'
      return outcome
    },
  }
}
async function refundEffect(platform: Platform, object: unknown): Promise<Effect | undefined> {
  const refund = readRefund(object)
  if (!refund.paymentId) return undefined
  const own = ourMetadata(refund.metadata)
  // A refund that was made at Stripe names no company, but its payment does.
  const payment = await platform.payments?.payment(refund.paymentId)
  const ours = payment ? await companyIn(platform, payment.metadata) : undefined
  if (!payment || !ours || (own && own.companyId !== ours.companyId)) return undefined
  return {
    companyId: ours.companyId,
    run: async (tx) => ((await applyCardRefund(tx, refund, payment))?.outcome === 'kept' ? 'applied' : 'nothing'),
  }
}

async function disputeEffect(platform: Platform, object: unknown): Promise<Effect | undefined> {
  const dispute = Dispute.parse(object)
  const paid = dispute.payment_intent
    ? await platform.db.system
        .selectFrom('payments')
        .select(['company_id', 'invoice_id'])
        .where('stripe_payment_intent', '=', dispute.payment_intent)
        .executeTakeFirst()
    : undefined
  if (!paid) return undefined
  const companyId = paid.company_id
  return {
    companyId,
    run: async (tx) => ((await applyDispute(tx, companyId, paid.invoice_id, dispute)) ? 'applied' : 'nothing'),
  }
}

async function cardPageEffect(platform: Platform, page: PayPage): Promise<Effect | undefined> {
  const ours = await companyIn(platform, page.metadata)
  if (!ours?.cardPageId) return undefined
  const { companyId, cardPageId } = ours
  if (page.status === 'expired')
    return { companyId, run: async (tx) => ((await expireCardPage(tx, companyId, cardPageId)) ? 'applied' : 'nothing') }
  if (page.status !== 'complete' || !page.setupId) return { companyId, run: async () => 'nothing' }
  const card = await platform.payments?.cardOfSetup(page.setupId)
  return {
    companyId,
    run: async (tx) =>
      card && (await completeCardPage(platform, tx, companyId, { id: cardPageId, session: page.id }, card.id))
        ? 'applied'
        : 'nothing',
  }
}

async function methodEffect(platform: Platform, type: string, object: unknown): Promise<Effect | undefined> {
  const id = z.object({ id: z.string() }).parse(object).id
  const row = await platform.db.system
    .selectFrom('stripe_customers')
    .select('company_id')
    .where('payment_method', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const card = type === 'payment_method.detached' ? undefined : readMethod(object)
  return {
    companyId: row.company_id,
    run: async (tx) => {
      await tx
        .updateTable('stripe_customers')
        .set({
          ...(card
            ? {
                card_brand: card.brand,
                card_last4: card.last4,
                card_exp_month: card.expMonth,
                card_exp_year: card.expYear,
              }
            : NO_CARD),
          synced_at: sql<string>`now()`,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', row.company_id)
        .where('payment_method', '=', id)
        .execute()
      await publish(tx, systemOf(row.company_id), {
        companyId: row.company_id,
        topic: 'billing',
        kind: 'card',
        subjectId: row.company_id,
      })
      return 'applied'
    },
  }
}

async function customerEffect(platform: Platform, type: string, object: unknown): Promise<Effect | undefined> {
  const customer = CustomerShape.parse(object)
  const row = await platform.db.system
    .selectFrom('stripe_customers')
    .select(['company_id', 'payment_method'])
    .where('stripe_id', '=', customer.id)
    .executeTakeFirst()
  if (!row) return undefined
  const companyId = row.company_id
  const wanted = customer.invoice_settings?.default_payment_method ?? null
  // Stripe also sends this event for the default card that we set. Only a different card, chosen at Stripe, is a
  // change.
  const card =
    type === 'customer.updated' && wanted && wanted !== row.payment_method
      ? await platform.payments?.card(wanted)
      : undefined
  return {
    companyId,
    run: async (tx) => {
      const of = (q: typeof tx) => q
      if (type === 'customer.deleted') {
        await of(tx)
          .deleteFrom('stripe_customers')
          .where('company_id', '=', companyId)
          .where('stripe_id', '=', customer.id)
          .execute()
        await publish(tx, systemOf(companyId), { companyId, topic: 'billing', kind: 'card', subjectId: companyId })
        return 'applied'
      }
      if (!card) return 'nothing'
      // Nobody has consented to charges of this card. If we have just stored it, the job `saveCards` records the
      // consent.
      await tx
        .updateTable('stripe_customers')
        .set({
          payment_method: card.id,
          card_brand: card.brand,
          card_last4: card.last4,
          card_exp_month: card.expMonth,
          card_exp_year: card.expYear,
          consent: null,
          consent_by: null,
          consent_at: null,
          synced_at: sql<string>`now()`,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', companyId)
        .where((e) => e.or([e('payment_method', 'is', null), e('payment_method', '<>', card.id)]))
        .execute()
      await publish(tx, systemOf(companyId), { companyId, topic: 'billing', kind: 'card', subjectId: companyId })
      return 'applied'
    },
  }
}
