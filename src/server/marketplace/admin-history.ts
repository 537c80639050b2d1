import type { z } from 'zod'
import type { CatalogueAct } from '../../contract/catalogue.ts'
import { actsOf } from '../platform/acts.ts'
import { type Actored, refuse } from '../platform/api.ts'

type Page = { items: z.infer<typeof CatalogueAct>[]; nextCursor: string | null }

/** Who changed what of a product and when, newest first. NOT_FOUND without it. */
export function adminHistory(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  return platform.db.asActor(actor, async (db) => {
    const product = await db.selectFrom('products').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!product) throw refuse('NOT_FOUND')
    return actsOf(db, { companyId: product.company_id, subject: 'product', id, limit, cursor })
  })
}
