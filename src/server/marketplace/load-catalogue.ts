import { v7 as uuid } from 'uuid'
import { catalogue } from '../../../content/marketplace/index.ts'
import type { CatalogueEntry } from '../../../content/marketplace/shape.ts'
import { ProductContent } from '../../contract/catalogue.ts'
import type { Handle } from '../platform/db.ts'
import { columnsOf } from './catalogue-write.ts'

/** Where an entry stands among all: one of each category in turn, so that the first page shows how wide the catalogue is. */
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

/** An entry in the words of the contract, held against the shape that staff save by. Throws where it does not fit. */
const contentOf = ({ slug: _, price, ...entry }: CatalogueEntry) =>
  ProductContent.parse({
    ...entry,
    priceModel: price.model,
    priceCents: price.model === 'quote' ? null : price.cents,
  })

/**
 * Puts those entries of `content/marketplace` into the database whose address no product has, published; gives their
 * number. What is there already is left as staff made it, archived or not. Throws in words without a provider.
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
        ...columnsOf(contentOf(e)),
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
