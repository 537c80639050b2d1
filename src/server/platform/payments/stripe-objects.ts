// Stripe's objects, reduced to the fields that we use and validated.
import { z } from 'zod'

export type Card = { brand: string; last4: string; expMonth: number; expYear: number }

/** `open`: not paid yet, but still payable. */
export type CardPaymentStatus = 'open' | 'processing' | 'succeeded' | 'failed' | 'canceled'

/** A payment in Stripe. */
export type CardPayment = {
  id: string
  status: CardPaymentStatus
  amountCents: number
  /** The amount received; differs from `amountCents` only when something is wrong. */
  receivedCents: number
  refundedCents: number
  currency: string
  customerId: string | undefined
  methodId: string | undefined
  card: Card | undefined
  metadata: Record<string, string>
  createdAt: Date
  failure: { code: string; message: string } | undefined
}

/** A checkout session: a page of Stripe on which a customer pays or saves a card. */
export type PayPage = {
  id: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** Null when the session can no longer be used. */
  url: string | null
  paymentId: string | undefined
  setupId: string | undefined
  customerId: string | undefined
  amountCents: number | undefined
  currency: string | undefined
  metadata: Record<string, string>
}

export type StripeCustomer = { id: string; name: string | null; email: string | null; metadata: Record<string, string> }

export type StoredCard = Card & { id: string; customerId: string | undefined }

export type CardRefund = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amountCents: number
  paymentId: string | undefined
  metadata: Record<string, string>
}

/** A webhook event of Stripe. Read its object with the `read…` functions of this file. */
export type StripeEvent = {
  /** Stripe's id of the event; without one, the event type and the object's id. */
  key: string
  type: string
  createdAt: Date
  object: Record<string, unknown>
}

export const Posted = z.object({
  id: z.string().min(1).max(255).optional(),
  type: z.string().min(1).max(100),
  // Up to the year 9999, the last one that JavaScript and Postgres both write with four digits.
  created: z.number().min(0).max(253_402_300_799).optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

// ---- reading Stripe's objects -------------------------------------------------------------------------------------
// Calls, webhooks and lists contain the same objects. Fields that we do not need may be absent.
export const StripeId = z
  .union([z.string(), z.object({ id: z.string() }).transform((o) => o.id), z.null()])
  .optional()
  .transform((v) => v ?? undefined)

const Metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((v) => v ?? {})

const CardShape = z
  .object({ brand: z.string(), last4: z.string().regex(/^\d{4}$/), exp_month: z.number(), exp_year: z.number() })
  .transform((c): Card => ({ brand: c.brand, last4: c.last4, expMonth: c.exp_month, expYear: c.exp_year }))

const Failure = z
  .object({ code: z.string().nullish(), decline_code: z.string().nullish(), message: z.string().nullish() })
  .nullish()

const ChargeShape = z.object({
  amount_refunded: z.number().int().nullish(),
  payment_method_details: z.object({ card: CardShape.nullish().catch(undefined) }).nullish(),
})

const PaymentShape = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int().nullish(),
  currency: z.string(),
  customer: StripeId,
  payment_method: StripeId,
  latest_charge: z.union([ChargeShape, z.string()]).nullish(),
  last_payment_error: Failure,
  metadata: Metadata,
  created: z.number(),
})

const PageShape = z.object({
  id: z.string(),
  mode: z.enum(['payment', 'setup']),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  url: z.string().nullish(),
  payment_intent: StripeId,
  setup_intent: StripeId,
  customer: StripeId,
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  metadata: Metadata,
})

const RefundShape = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: z.number().int(),
  payment_intent: StripeId,
  metadata: Metadata,
})

const MethodShape = z.object({ id: z.string(), customer: StripeId, card: CardShape.nullish().catch(undefined) })

function statusOf(p: z.output<typeof PaymentShape>): CardPaymentStatus {
  if (p.status === 'succeeded') return 'succeeded'
  if (p.status === 'canceled') return 'canceled'
  if (p.status === 'processing' || p.status === 'requires_capture') return 'processing'
  return p.status === 'requires_payment_method' && p.last_payment_error ? 'failed' : 'open'
}

/** Returns a payment intent with the fields that we use. Throws for an object of another form. */
export function readPayment(object: unknown): CardPayment {
  const p = PaymentShape.parse(object)
  const status = statusOf(p)
  const charge = typeof p.latest_charge === 'object' ? p.latest_charge : undefined
  const failed = p.last_payment_error
  return {
    id: p.id,
    status,
    amountCents: p.amount,
    receivedCents: p.amount_received ?? (status === 'succeeded' ? p.amount : 0),
    refundedCents: charge?.amount_refunded ?? 0,
    currency: p.currency,
    customerId: p.customer,
    methodId: p.payment_method,
    card: charge?.payment_method_details?.card ?? undefined,
    metadata: p.metadata,
    createdAt: new Date(p.created * 1000),
    failure: failed
      ? { code: failed.decline_code ?? failed.code ?? 'failed', message: (failed.message ?? '').slice(0, 500) }
      : undefined,
  }
}

/** Returns a checkout session with the fields that we use. Throws for an object of another form. */
export function readPage(object: unknown): PayPage {
  const s = PageShape.parse(object)
  return {
    id: s.id,
    mode: s.mode,
    status: s.status,
    paid: s.payment_status === 'paid' || s.payment_status === 'no_payment_required',
    url: s.url ?? null,
    paymentId: s.payment_intent,
    setupId: s.setup_intent,
    customerId: s.customer,
    amountCents: s.amount_total ?? undefined,
    currency: s.currency ?? undefined,
    metadata: s.metadata,
  }
}

/** Returns a refund with the fields that we use. Throws for an object of another form. */
export function readRefund(object: unknown): CardRefund {
  const r = RefundShape.parse(object)
  const status =
    r.status === 'succeeded' ? 'succeeded' : r.status === 'failed' || r.status === 'canceled' ? 'failed' : 'pending'
  return { id: r.id, status, amountCents: r.amount, paymentId: r.payment_intent, metadata: r.metadata }
}

/** Reads a payment method. Returns undefined when it is not a card. */
export function readMethod(object: unknown): StoredCard | undefined {
  const m = MethodShape.parse(object)
  return m.card ? { ...m.card, id: m.id, customerId: m.customer } : undefined
}
