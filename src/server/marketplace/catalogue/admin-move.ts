import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { saveProduct } from './catalogue-write.ts'

/**
 * Moves a product after another one, or to the first place when `after` is null, and renumbers all positions. Throws
 * NOT_FOUND when the product does not exist, and UNPROCESSABLE when the other one does not.
 */
export const adminMove = action(contract.marketplace.adminMove, (context, { id, after }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    // Lock all products. Otherwise two concurrent moves would start from an outdated order.
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
        fields: { after: ['This product no longer exists. Reload the page.'] },
      })
    const position = behind + 1
    ids.splice(position, 0, id)
    await sql`update products p set position = n.place - 1 from unnest(${ids}::uuid[]) with ordinality as n(id, place)
      where p.id = n.id and p.position <> n.place - 1`.execute(db)
    if (position !== before)
      await saveProduct(db, context, {
        id,
        kind: 'move',
        before: { place: before + 1 },
        after: { place: position + 1 },
      })
    return { id, position }
  })
})
