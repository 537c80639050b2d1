import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { soldProduct } from './sold.ts'

/**
 * Somebody who may not buy asks the owners of the own company to. They are told once per product and day, whoever asks how
 * often. NOT_FOUND for a product that is not sold at a price.
 */
export const askOwner = (context: Actored, { slug }: { slug: string }): Promise<{ asked: true }> => {
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
    await record(db, context, {
      companyId,
      action: 'purchase.ask',
      subjectType: 'product',
      subjectId: product.id,
      after: { slug, name: product.name },
    })
    await publish(db, actor, { companyId, topic: 'product', kind: 'wanted', subjectId: product.id, data: { slug } })
    return { asked: true }
  })
}
