import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { keepProduct } from './catalogue-write.ts'

/**
 * Puts a product behind another in the order of all, or first. Every product gets the number of its place. NOT_FOUND
 * without the product, UNPROCESSABLE without the other one.
 */
export function adminMove(
  context: Actored,
  { id, after }: { id: string; after: string | null },
): Promise<{ id: string; position: number }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    // Two who move at once would else each count from an order that is gone.
    const order = await db
      .selectFrom('products')
      .select(['id', 'position'])
      .orderBy('position')
      .orderBy('id')
      .forUpdate()
      .execute()
    const before = order.findIndex((p) => p.id === id)
    if (before < 0) throw refuse('NOT_FOUND')
    const ids = order.map((p) => p.id).filter((one) => one !== id)
    const behind = after === null ? -1 : ids.indexOf(after)
    if (after !== null && behind < 0)
      throw refuse('UNPROCESSABLE', {
        fields: { after: ['This product is not there any more. Load the page again.'] },
      })
    const position = behind + 1
    ids.splice(position, 0, id)
    await sql`update products p set position = n.place - 1 from unnest(${ids}::uuid[]) with ordinality as n(id, place)
      where p.id = n.id and p.position <> n.place - 1`.execute(db)
    if (position !== before)
      await keepProduct(db, context, {
        id,
        kind: 'move',
        before: { place: before + 1 },
        after: { place: position + 1 },
      })
    return { id, position }
  })
}
