import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { NewPurchase } from '../../contract/marketplace.ts'
import { NOTICE_DAYS, PAYMENT_DAYS } from '../../contract/plain/rates.ts'
import { agreeAtPurchase } from '../agreements/index.ts'
import { type NewLine, placeOrder } from '../billing/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { installBought } from './install-bought.ts'
import { offerOf } from './offer.ts'
import { readPurchase } from './purchase.ts'
import { type SoldProduct, soldProduct } from './sold.ts'

type Input = z.output<typeof NewPurchase>
type Offered = Awaited<ReturnType<typeof offerOf>>

/** Throws when a purchase does not match the current offer, with that offer if the buyer has to review it. */
function check(input: Input, offer: Offered): void {
  const { product, agreement } = offer
  if (product.priceModel === 'quote' || product.priceCents === null) throw refuse('ON_REQUEST')
  if (product.priceCents !== input.expectedCents || offer.todayCents !== input.expectedTodayCents)
    throw refuse('PRICE_CHANGED', { current: offer })
  if (!offer.methods.includes(input.method)) throw refuse('CARD_UNAVAILABLE')
  if ((offer.had.length > 0 || offer.unpaid.length > 0) && !input.another)
    throw refuse('ALREADY_BOUGHT', { current: offer })
  if (!agreement) return
  const { signature } = input
  if (!signature) throw refuse('UNPROCESSABLE', { fields: { 'signature.name': ['Enter your full name.'] } })
  if (signature.sha256 !== agreement.sha256) throw refuse('TEXT_CHANGED', { current: offer })
  if (signature.consent !== agreement.consent)
    throw refuse('UNPROCESSABLE', { fields: { 'signature.consent': ['Check the box to sign.'] } })
}

/**
 * Returns the order line of a purchase. For a monthly product it covers the rest of the month, and the next month too
 * if the rest alone is below the minimum of a card payment.
 */
async function lineOf(db: Db, context: ActorContext, p: SoldProduct, input: Input, offer: Offered): Promise<NewLine> {
  if (!offer.agreement || !input.signature)
    return { kind: 'product', description: p.name, quantity: 1, unitCents: offer.todayCents, productId: p.id }
  const { id, number, period, words } = await agreeAtPurchase(db, context, {
    companyId: context.actor.companyId,
    productId: p.id,
    name: p.name,
    monthlyCents: p.price_cents as number,
    noticeDays: NOTICE_DAYS,
    paymentDays: PAYMENT_DAYS,
    body: offer.agreement.body,
    signature: input.signature,
    awaitsPayment: input.method === 'card',
  })
  return {
    // Use the kind of the following months, so that the agreement shows this one as billed and it is not billed again.
    kind: 'month',
    description: `A-${number} ${p.name}, ${words}`,
    quantity: 1,
    unitCents: offer.todayCents,
    productId: p.id,
    agreementId: id,
    periodFrom: period.from,
    periodTo: period.to,
  }
}

/**
 * Buys an automation for an owner's company. By invoice, the invoice is issued and the automation installed
 * immediately. By card, nothing starts before the payment. Order, invoice, signed agreement and automation are written
 * in one transaction. Throws PRICE_CHANGED, TEXT_CHANGED and, unless `another` is set, ALREADY_BOUGHT with the current
 * offer; PRODUCT_GONE, ON_REQUEST, CARD_UNAVAILABLE, NO_REMITTANCE and UNPROCESSABLE.
 */
export const orderProduct = action(contract.marketplace.order, async (context, input) => {
  const { platform, actor } = context
  const { orderId } = await createOnce(context, input, async (db) => {
    const { companyId } = actor
    // Lock the company, so that two tabs cannot both find that nothing was bought yet.
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirstOrThrow()
    const product = await soldProduct(db, input.slug)
    if (!product) throw refuse('PRODUCT_GONE')
    const offer = await offerOf(platform, db, actor, product)
    check(input, offer)
    const line = await lineOf(db, context, product, input, offer)
    const byInvoice = input.method === 'invoice'
    return placeOrder(db, context, {
      companyId,
      source: 'purchase',
      method: input.method,
      paymentDays: PAYMENT_DAYS,
      agreementId: line.agreementId,
      issue: byInvoice,
      lines: [line],
      also: async (orderId) => {
        await recordAudit(db, context, {
          companyId,
          action: 'purchase.accept',
          subjectType: 'order',
          subjectId: orderId,
          after: { productId: product.id, terms: '/legal/terms', priceCents: offer.product.priceCents },
        })
        if (byInvoice)
          await installBought(platform, db, context, {
            companyId,
            orderId,
            agreementId: line.agreementId,
            product,
            priceCents: product.price_cents,
            buyerId: actor.userId,
          })
      },
    })
  })
  return readPurchase(context, { companyId: actor.companyId, orderId })
})
