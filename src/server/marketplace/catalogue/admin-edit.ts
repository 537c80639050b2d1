import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import {
  changedParts,
  checkedContent,
  contentIn,
  lockProduct,
  namedQuestions,
  saveProduct,
  toProductColumns,
  writeTools,
} from './catalogue-write.ts'

/**
 * Changes the content and price of a product. Omitted fields keep their value. Existing buyers keep their price and
 * questions. Throws NOT_FOUND, CONFLICT when it was changed in the meantime, and UNPROCESSABLE with messages for the
 * invalid fields.
 */
export const adminEdit = action(contract.marketplace.adminEdit, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockProduct(db, context, id, version)
    const before = contentIn(row)
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const next = checkedContent({ ...before, ...given })
    const after = { ...next, intake: namedQuestions(next.intake) }
    const changed = changedParts(before, after)
    if (!changed) return presentCatalogue(row, actor)
    await db
      .updateTable('products')
      .set({ ...toProductColumns(after), version: version + 1, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    if ('integrations' in changed.after) await writeTools(db, row, after.integrations)
    await saveProduct(db, context, { id, kind: 'edit', ...changed })
    return presentCatalogue(await readProduct(db, id), actor)
  })
})
