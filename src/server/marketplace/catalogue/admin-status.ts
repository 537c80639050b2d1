import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import { lockProduct, saveProduct } from './catalogue-write.ts'

/**
 * Publishes a product, returns it to draft or archives it. An unpublished product leaves the marketplace with the
 * commit, and automations that were bought continue. The first publication time is kept. Throws NOT_FOUND, and CONFLICT
 * when it was changed in the meantime.
 */
export const adminSetStatus = action(contract.marketplace.adminSetStatus, (context, { id, version, status }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockProduct(db, context, id, version)
    if (row.status === status) return presentCatalogue(row, actor)
    await db
      .updateTable('products')
      .set({
        status,
        version: version + 1,
        updated_at: sql<string>`now()`,
        ...(status === 'published' ? { published_at: sql<string>`coalesce(published_at, now())` } : {}),
      })
      .where('id', '=', id)
      .execute()
    await saveProduct(db, context, { id, kind: 'status', before: { status: row.status }, after: { status } })
    return presentCatalogue(await readProduct(db, id), actor)
  })
})
