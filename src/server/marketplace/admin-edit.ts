import { sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueProduct } from '../../contract/catalogue.ts'
import type { Actored } from '../platform/api.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import {
  type Content,
  changedParts,
  checkedContent,
  columnsOf,
  contentIn,
  keepProduct,
  namedQuestions,
  takeProduct,
  writeTools,
} from './catalogue-write.ts'

type Edit = { id: string; version: number } & { [K in keyof Content]?: Content[K] | undefined }

/**
 * Changes what a product says and costs; what is left out stays. Who bought it before keeps price and questions as they
 * were. CONFLICT when somebody was faster, UNPROCESSABLE beside what does not fit together.
 */
export function adminEdit(
  context: Actored,
  { id, version, ...wanted }: Edit,
): Promise<z.infer<typeof CatalogueProduct>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takeProduct(db, context, id, version)
    const before = contentIn(row)
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    const next = checkedContent({ ...before, ...given })
    const after = { ...next, intake: namedQuestions(next.intake) }
    const changed = changedParts(before, after)
    if (!changed) return presentCatalogue(row, actor)
    await db
      .updateTable('products')
      .set({ ...columnsOf(after), version: version + 1, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .execute()
    if ('integrations' in changed.after) await writeTools(db, row, after.integrations)
    await keepProduct(db, context, { id, kind: 'edit', ...changed })
    return presentCatalogue(await readProduct(db, id), actor)
  })
}
