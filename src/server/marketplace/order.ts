import type { z } from 'zod'
import type { NewPurchase, Purchase } from '../../contract/marketplace.ts'
import { agreeAtPurchase } from '../agreements/index.ts'
import { type NewLine, placeOrder } from '../billing/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { NOTICE_DAYS, PAYMENT_DAYS } from './agreement-text.ts'
import { installBought } from './install-bought.ts'
import { offerOf } from './offer.ts'
import { readPurchase } from './purchase.ts'
import { type SoldProduct, soldProduct } from './sold.ts'

type Input = z.output<typeof NewPurchase>
type Offered = Awaited<ReturnType<typeof offerOf>>

/** Refuses what does not fit what is sold now; the offer as it is goes along where the buyer has to look again. */
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
  if (!signature) throw refuse('UNPROCESSABLE', { fields: { 'signature.name': ['Type your full name.'] } })
  if (signature.sha256 !== agreement.sha256) throw refuse('TEXT_CHANGED', { current: offer })
  if (signature.consent !== agreement.consent)
    throw refuse('UNPROCESSABLE', { fields: { 'signature.consent': ['Tick the sentence to sign.'] } })
}

/** What is bought stands in one line; of a monthly product it is the rest of the month. */
async function lineOf(db: Db, context: Actored, p: SoldProduct, input: Input, offer: Offered): Promise<NewLine> {
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
    // A month like those that follow: it is billed once, and the agreement shows it as billed.
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
 * An owner buys an automation. By invoice it is issued and the automation there at once; by card nothing begins before it is
 * paid. Order, invoice, signed agreement and automation are one transaction. PRODUCT_GONE, ON_REQUEST, PRICE_CHANGED and
 * TEXT_CHANGED with the offer as it is now, ALREADY_BOUGHT unless another one is wanted, CARD_UNAVAILABLE, UNPROCESSABLE.
 */
export async function order(context: Actored, input: Input): Promise<z.infer<typeof Purchase>> {
  const { platform, actor } = context
  const { orderId } = await createOnce(context, input, async (db) => {
    const { companyId } = actor
    // One after the other: two tabs must not both find that nothing was bought yet.
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
        await record(db, context, {
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
}
