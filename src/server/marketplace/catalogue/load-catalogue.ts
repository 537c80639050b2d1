import { v7 as uuid } from 'uuid'
import { catalogue } from '../../../../content/marketplace/index.ts'
import type { CatalogueEntry } from '../../../../content/marketplace/shape.ts'
import { ProductContent } from '../../../contract/catalogue.ts'
import type { Handle } from '../../platform/database/db.ts'
import { toProductColumns } from './catalogue-write.ts'

/** Returns positions that take one entry of each category in turn, so that the first page shows all categories. */
function positions(entries: CatalogueEntry[]): Map<string, number> {
  const seen = new Map<string, number>()
  const order = [...new Set(entries.map((e) => e.category))]
  return new Map(
    entries.map((e) => {
      const round = seen.get(e.category) ?? 0
      seen.set(e.category, round + 1)
      return [e.slug, round * order.length + order.indexOf(e.category)]
    }),
  )
}

/**
 * Converts an entry to the contract's content. Throws when it fails the validation that edits by staff have to pass.
 */
export const toProductContent = ({ slug: _, price, ...entry }: CatalogueEntry) =>
  ProductContent.parse({
    ...entry,
    priceModel: price.model,
    priceCents: price.model === 'quote' ? null : price.cents,
  })

/**
 * Adds the entries of `content/marketplace` whose slug does not exist yet as published products, and returns their
 * number. Existing products are left unchanged, archived or not. Throws an Error with a readable message when there is
 * no provider.
 */
export async function loadCatalogue(db: Handle, entries: CatalogueEntry[] = catalogue): Promise<number> {
  const provider = await db.selectFrom('companies').select('id').where('is_internal', '=', true).executeTakeFirst()
  if (!provider) throw new Error('There is no provider yet: run npm run admin -- create <email> first.')
  const at = positions(entries)
  const now = new Date().toISOString()
  const company_id = provider.id
  const added = await db
    .insertInto('products')
    .values(
      entries.map((e) => ({
        company_id,
        id: uuid(),
        slug: e.slug,
        ...toProductColumns(toProductContent(e)),
        status: 'published',
        position: at.get(e.slug) ?? 0,
        published_at: now,
      })),
    )
    .onConflict((c) => c.columns(['company_id', 'slug']).doNothing())
    .returning(['id', 'slug'])
    .execute()
  if (added.length === 0) return 0
  const bySlug = new Map(entries.map((e) => [e.slug, e]))
  await db
    .insertInto('product_integrations')
    .values(
      added.flatMap(({ id, slug }) =>
        (bySlug.get(slug)?.integrations ?? []).map((name, position) => ({
          company_id,
          product_id: id,
          name,
          position,
        })),
      ),
    )
    .execute()
  return added.length
}
