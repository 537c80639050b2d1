import type { z } from 'zod'
import type { Purchase } from '../../contract/marketplace.ts'
import { findOrder, paymentOf, productOrder, refundFailed } from '../billing/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { followOrder } from './follow-order.ts'

type PurchaseOf = z.infer<typeof Purchase>
type Where = { companyId: string; orderId: string }

/** Order and page in one word. */
function stateOf({ order, checkout }: Awaited<ReturnType<typeof paymentOf>>): PurchaseOf['state'] {
  if (order.status !== 'open') return order.status
  if (order.invoice) return 'ordered'
  switch (checkout?.state) {
    case 'processing':
    case 'failed':
    case 'unknown':
      return checkout.state
    // Paid, and not told to the order yet.
    case 'paid':
      return 'processing'
    default:
      return 'open'
  }
}

const installationOf = ({ db }: Platform, { companyId, orderId }: Where) =>
  db.askAs(systemOf(companyId), (tx) =>
    tx
      .selectFrom('installations')
      .select('id')
      .where('company_id', '=', companyId)
      .where('order_id', '=', orderId)
      .executeTakeFirst(),
  )

/** A purchase as its reader sees it. NOT_FOUND for an order that is none. */
export async function readPurchase(context: Actored, at: Where): Promise<PurchaseOf> {
  const { platform, actor } = context
  const paid = await paymentOf(context, at)
  const { order, checkout } = paid
  // Whatever was first to hear of the money, what was bought is there when somebody looks.
  if (order.status === 'paid' && !(await installationOf(platform, at))) await followOrder(platform, at)
  const installation = await installationOf(platform, at)
  const refundFailedCents =
    order.status === 'paid' ? await refundFailed(platform, at.companyId, { orderId: at.orderId }) : null
  // The reader may see the order; its product may not be sold any more, and is the provider's row.
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
          .selectFrom('agreements')
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
 * What became of a purchase, named by its order, its payment page, or what Stripe calls that page. NOT_FOUND: another
 * company's answers like one that nobody made.
 */
export async function purchase(context: Actored, { id }: { id: string }): Promise<PurchaseOf> {
  const { platform, actor } = context
  const at = await platform.db.asActor(actor, async (db) => {
    const found = await findOrder(db, id)
    return found && (await productOrder(db, found.companyId, found.orderId)) ? found : undefined
  })
  if (!at) throw refuse('NOT_FOUND')
  return readPurchase(context, at)
}
