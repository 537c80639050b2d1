import { sql } from 'kysely'
import type { z } from 'zod'
import type { CatalogueProduct, ProductStatus } from '../../contract/catalogue.ts'
import type { Actored } from '../platform/api.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import { keepProduct, takeProduct } from './catalogue-write.ts'

type Status = z.infer<typeof ProductStatus>

/**
 * Publishes a product, takes it back into drafts, or puts it away: it leaves the marketplace with the commit, and what
 * was bought runs on. The day on which it was published first stays. CONFLICT when somebody was faster.
 */
export function adminSetStatus(
  context: Actored,
  { id, version, status }: { id: string; version: number; status: Status },
): Promise<z.infer<typeof CatalogueProduct>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takeProduct(db, context, id, version)
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
    await keepProduct(db, context, { id, kind: 'status', before: { status: row.status }, after: { status } })
    return presentCatalogue(await readProduct(db, id), actor)
  })
}
