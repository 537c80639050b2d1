import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { soldProduct } from './sold.ts'

/**
 * Asks the owners of the user's company to buy a product, because the user may not. Owners are notified once per
 * product and day, no matter how many users ask. Throws NOT_FOUND for a product that is not published or has no fixed
 * price.
 */
export const askOwner = action(contract.marketplace.askOwner, (context, { slug }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const product = await soldProduct(db, slug)
    if (!product || product.price_model === 'quote') throw refuse('NOT_FOUND')
    const { companyId } = actor
    const first = await db
      .insertInto('purchase_asks')
      .values({
        company_id: companyId,
        product_id: product.id,
        asked_on: sql<string>`hours_day(now())`,
        asked_by: actor.userId,
      })
      .onConflict((c) => c.doNothing())
      .returning('product_id')
      .executeTakeFirst()
    if (!first) return { asked: true }
    await recordAudit(db, context, {
      companyId,
      action: 'purchase.ask',
      subjectType: 'product',
      subjectId: product.id,
      after: { slug, name: product.name },
    })
    await publish(db, actor, { companyId, topic: 'product', kind: 'wanted', subjectId: product.id, data: { slug } })
    return { asked: true }
  })
})
