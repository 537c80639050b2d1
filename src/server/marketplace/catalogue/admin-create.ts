import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { type ActorContext, refuse } from '../../platform/http/api.ts'
import { copyName, copySlug } from '../policy.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import { type Content, contentIn, lastPosition, saveProduct, toProductColumns, writeTools } from './catalogue-write.ts'

async function insert(db: Db, context: ActorContext, slug: string, content: Content): Promise<string> {
  const row = { company_id: context.actor.companyId, id: uuid() }
  const made = await db
    .insertInto('products')
    .values({ ...row, slug, ...toProductColumns(content), position: lastPosition })
    .onConflict((c) => c.columns(['company_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made)
    throw refuse('SLUG_TAKEN', { fields: { slug: ['Another product already uses this URL. Choose a different one.'] } })
  await writeTools(db, row, content.integrations)
  return row.id
}

/** Adds a product as a draft, last in the order. Throws SLUG_TAKEN. */
export const adminCreate = action(contract.marketplace.adminCreate, (context, input) =>
  createOnce(context, input, async (db) => {
    const { slug, ...content } = input
    const id = await insert(db, context, slug, content)
    await saveProduct(db, context, { id, kind: 'create', after: { slug, ...content } })
    return presentCatalogue(await readProduct(db, id), context.actor)
  }),
)

/** Copies a product into a new draft with its own name and slug. Throws NOT_FOUND, and SLUG_TAKEN in a race. */
export const adminDuplicate = action(contract.marketplace.adminDuplicate, (context, input) =>
  createOnce(context, input, async (db) => {
    const from = await readProduct(db, input.id)
    const begins = `${copySlug(from.slug, 1)}%`
    const taken = await db.selectFrom('products').select('slug').where('slug', 'like', begins).execute()
    let n = 1
    while (taken.some((p) => p.slug === copySlug(from.slug, n))) n++
    const slug = copySlug(from.slug, n)
    const id = await insert(db, context, slug, { ...contentIn(from), name: copyName(from.name) })
    await saveProduct(db, context, { id, kind: 'create', after: { slug, copyOf: from.slug } })
    return presentCatalogue(await readProduct(db, id), context.actor)
  }),
)
