// What Stripe says of a payment, a refund or a page, put into the words of settle.ts. Whoever hears it (webhook, return page,
// automatic charge, comparison) goes this way, so that it does not matter who was first.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db.ts'
import type { CardPayment, CardRefund } from '../platform/payments.ts'
import type { PaymentNews, Settled } from './settle.ts'
import { applyPayment, applyRefund } from './settle.ts'

/** What we send along with everything at Stripe, and find in what it tells. */
const Ours = z.object({
  companyId: z.uuid(),
  orderId: z.uuid().optional(),
  invoiceId: z.uuid().optional(),
  checkoutId: z.uuid().optional(),
  /** Of an automatic charge. */
  paymentId: z.uuid().optional(),
  refundId: z.uuid().optional(),
  cardPageId: z.uuid().optional(),
})
export type Ours = z.output<typeof Ours>
/** What of ours is in the metadata; undefined for what is none of ours. */
export const oursIn = (metadata: Record<string, string>): Ours | undefined => Ours.safeParse(metadata).data

const WORDS: Record<string, string> = {
  card_declined: 'The bank declined the card.',
  generic_decline: 'The bank declined the card.',
  do_not_honor: 'The bank declined the card.',
  insufficient_funds: 'There is not enough money on the card.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code of the card was not right.',
  authentication_required: 'The bank wants the payment confirmed by a person.',
  lost_card: 'The bank declined the card.',
  stolen_card: 'The bank declined the card.',
  processing_error: 'The card could not be charged just then.',
  resource_missing: 'The stored card is not there any more.',
  not_charged: 'The card service did not answer; nothing was charged.',
}
/** Why a card was refused, in plain words and without what is Stripe's and the bank's own business. */
export const failureOf = (code: string): { code: string; message: string } => ({
  code: code.slice(0, 100),
  message: WORDS[code] ?? 'The card was refused.',
})

const STATUS = {
  open: 'pending',
  processing: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
} as const

/** The news in a payment of Stripe's; undefined when it does not say which invoice it is for. */
export function newsOf(p: CardPayment): PaymentNews | undefined {
  const ours = oursIn(p.metadata)
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
        ? failureOf(p.status === 'cancelled' ? 'not_charged' : (p.failure?.code ?? 'card_declined'))
        : undefined,
    at: p.createdAt,
  }
}

/** Lets what Stripe says of a payment have its effect, in a transaction of the process itself. */
export async function applyCardPayment(db: Db, p: CardPayment): Promise<Settled | undefined> {
  const news = newsOf(p)
  if (!news) return undefined
  // Nobody has tried to pay yet: that is no payment.
  if (p.status === 'open' && !news.offSession) return undefined
  return applyPayment(db, news)
}

/** The same for a refund. One that began at Stripe itself has its payment's metadata only. */
export function applyCardRefund(
  db: Db,
  r: CardRefund,
  of: Pick<CardPayment, 'id' | 'metadata' | 'amountCents' | 'currency'>,
) {
  const ours = oursIn(of.metadata)
  if (!ours?.invoiceId) return undefined
  const refundId = oursIn({ ...r.metadata, companyId: ours.companyId })?.refundId
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

/** What was never a payment at Stripe and never will be: the charge is given up. */
export async function giveUpCharge(db: Db, companyId: string, paymentId: string): Promise<void> {
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
