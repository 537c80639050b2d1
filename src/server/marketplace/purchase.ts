import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { Purchase } from '../../contract/marketplace.ts'
import { findOrder, paymentOf, productOrder, refundFailed } from '../billing/index.ts'
import { systemOf } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import type { Platform } from '../platform/platform.ts'
import { followOrder } from './follow-order.ts'

type PurchaseOf = z.infer<typeof Purchase>
type Where = { companyId: string; orderId: string }

/** Combines the state of the order and of its checkout session. */
function stateOf({ order, checkout }: Awaited<ReturnType<typeof paymentOf>>): PurchaseOf['state'] {
  if (order.status !== 'open') return order.status
  if (order.invoice) return 'ordered'
  switch (checkout?.state) {
    case 'processing':
    case 'failed':
    case 'unknown':
      return checkout.state
    // Paid, but the order has not been updated yet.
    case 'paid':
      return 'processing'
    default:
      return 'open'
  }
}

const installationOf = ({ db }: Platform, { companyId, orderId }: Where) =>
  db.askAs(systemOf(companyId), (tx) =>
    tx
      .selectFrom('shared_installations')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .executeTakeFirst(),
  )

/**
 * Returns a purchase as the reader sees it, and installs the automation of a paid order first. Throws NOT_FOUND for an
 * order without a product.
 */
export async function readPurchase(context: ActorContext, at: Where): Promise<PurchaseOf> {
  const { platform, actor } = context
  const paid = await paymentOf(context, at)
  const { order, checkout } = paid
  // The job may not have run yet, so install the automation before showing the purchase.
  if (order.status === 'paid' && !(await installationOf(platform, at))) await followOrder(platform, at)
  const installation = await installationOf(platform, at)
  const refundFailedCents =
    order.status === 'paid' ? await refundFailed(platform, at.companyId, { orderId: at.orderId }) : null
  // The product is the provider's row and may no longer be published, so read it as the system.
  return platform.db.asActor(systemOf(at.companyId), async (db) => {
    const bought = await productOrder(db, at.companyId, at.orderId)
    if (!bought) throw refuse('NOT_FOUND')
    const product = await db
      .selectFrom('products')
      .select(['id', 'slug', 'name', 'setup_days', 'status'])
      .where('id', '=', bought.product_id)
      .executeTakeFirstOrThrow()
    const agreement = bought.agreement_id
      ? await db
          .selectFrom('shared_agreements')
          .select(['id', 'number'])
          .where('company_id', '=', at.companyId)
          .where('id', '=', bought.agreement_id)
          .executeTakeFirst()
      : undefined
    const state = stateOf(paid)
    return {
      orderId: order.id,
      orderNumber: order.number,
      state,
      refundFailedCents,
      title: order.title,
      totalCents: order.totalCents,
      currency: order.currency,
      method: order.method,
      createdAt: order.createdAt,
      invoice: order.invoice && {
        id: order.invoice.id,
        number: order.invoice.number,
        status: order.invoice.status,
        dueOn: order.invoice.dueOn,
      },
      payment:
        checkout && state !== 'paid' && state !== 'refunded'
          ? { url: actor.role === 'owner' ? checkout.url : null, failure: checkout.failure }
          : null,
      product: {
        id: product.id,
        slug: product.slug,
        name: product.name,
        setupDays: product.setup_days,
        published: product.status === 'published',
      },
      agreement: agreement ? { id: agreement.id, number: Number(agreement.number) } : null,
      installationId: installation?.id ?? null,
      can: {
        pay: order.can.pay && state !== 'processing' && state !== 'unknown',
        cancel: actor.role === 'owner' && order.can.cancel && state !== 'processing' && state !== 'unknown',
      },
    }
  })
}

/**
 * Returns the state of a purchase by the id of its order, of its row in `checkouts`, or of Stripe's checkout session.
 * Throws NOT_FOUND for another company's purchase too.
 */
export const getPurchase = action(contract.marketplace.purchase, async (context, { id }) => {
  const { platform, actor } = context
  const at = await platform.db.asActor(actor, async (db) => {
    const found = await findOrder(db, id)
    return found && (await productOrder(db, found.companyId, found.orderId)) ? found : undefined
  })
  if (!at) throw refuse('NOT_FOUND')
  return readPurchase(context, at)
})
