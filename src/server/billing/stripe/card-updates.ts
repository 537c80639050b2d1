// Converts payments and refunds at Stripe to payment updates for `settle.ts`. All sources (webhook, return page,
// automatic charge, nightly reconciliation) go through here, so that it does not matter which comes first.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/db.ts'
import type { CardPayment, CardRefund } from '../../platform/payments/stripe-objects.ts'
import type { PaymentUpdate } from '../payments/settle.ts'
import { applyPayment, applyRefund } from '../payments/settle.ts'
import type { Settled } from '../payments/settle-invoice.ts'

/** The metadata that we set on objects at Stripe, and read from what it sends. */
const OurMetadata = z.object({
  companyId: z.uuid(),
  orderId: z.uuid().optional(),
  invoiceId: z.uuid().optional(),
  checkoutId: z.uuid().optional(),
  /** Set for an automatic charge. */
  paymentId: z.uuid().optional(),
  refundId: z.uuid().optional(),
  cardPageId: z.uuid().optional(),
})
export type Ours = z.output<typeof OurMetadata>
/** Returns our metadata; undefined when the object is not ours. */
export const ourMetadata = (metadata: Record<string, string>): Ours | undefined => OurMetadata.safeParse(metadata).data

const WORDS: Record<string, string> = {
  card_declined: 'The bank declined the card.',
  generic_decline: 'The bank declined the card.',
  do_not_honor: 'The bank declined the card.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The card’s security code is incorrect.',
  authentication_required: 'The bank requires you to confirm this payment.',
  lost_card: 'The bank declined the card.',
  stolen_card: 'The bank declined the card.',
  processing_error: 'The card couldn’t be charged at that time.',
  resource_missing: 'The stored card no longer exists.',
  not_charged: 'Stripe didn’t respond, and nothing was charged.',
}
/** Returns why a card was declined, in plain words and without details that are only for Stripe and the bank. */
export const failureOf = (code: string): { code: string; message: string } => ({
  code: code.slice(0, 100),
  message: WORDS[code] ?? 'The card was declined.',
})

const STATUS = {
  open: 'pending',
  processing: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
} as const

/** Converts a payment at Stripe to a payment update; undefined when the payment does not name an invoice. */
function toPaymentUpdate(p: CardPayment): PaymentUpdate | undefined {
  const ours = ourMetadata(p.metadata)
  if (!ours?.invoiceId) return undefined
  const status = STATUS[p.status]
  return {
    companyId: ours.companyId,
    invoiceId: ours.invoiceId,
    method: 'card',
    status,
    amountCents: status === 'succeeded' ? p.receivedCents : p.amountCents,
    currency: p.currency,
    paymentIntent: p.id,
    card: p.card && { brand: p.card.brand, last4: p.card.last4 },
    ...(ours.paymentId ? { id: ours.paymentId } : {}),
    offSession: ours.paymentId !== undefined,
    failure:
      status === 'failed'
        ? failureOf(p.status === 'canceled' ? 'not_charged' : (p.failure?.code ?? 'card_declined'))
        : undefined,
    at: p.createdAt,
  }
}

/**
 * Applies a payment at Stripe, in the caller's transaction with system rights. Returns undefined when the payment names
 * no invoice or nobody has tried to pay yet.
 */
export async function applyCardPayment(db: Db, p: CardPayment): Promise<Settled | undefined> {
  const update = toPaymentUpdate(p)
  if (!update) return undefined
  if (p.status === 'open' && !update.offSession) return undefined
  return applyPayment(db, update)
}

/**
 * Applies a refund that Stripe reports, and returns the outcome. Undefined when its payment names no invoice. The
 * payment's metadata is used, because a refund made in Stripe's dashboard has none of ours.
 */
export function applyCardRefund(
  db: Db,
  r: CardRefund,
  of: Pick<CardPayment, 'id' | 'metadata' | 'amountCents' | 'currency'>,
) {
  const ours = ourMetadata(of.metadata)
  if (!ours?.invoiceId) return undefined
  const refundId = ourMetadata({ ...r.metadata, companyId: ours.companyId })?.refundId
  return applyRefund(db, {
    companyId: ours.companyId,
    paymentIntent: of.id,
    payment: { invoiceId: ours.invoiceId, amountCents: of.amountCents, currency: of.currency },
    ...(refundId ? { id: refundId } : {}),
    stripeRefund: r.id,
    amountCents: r.amountCents,
    status: r.status,
  })
}

/** Marks a pending charge that never reached Stripe as failed. */
export async function failUnsentCharge(db: Db, companyId: string, paymentId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({
      status: 'failed',
      failure_code: 'not_charged',
      failure_message: failureOf('not_charged').message,
      updated_at: sql<string>`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .where('stripe_payment_intent', 'is', null)
    .execute()
}
