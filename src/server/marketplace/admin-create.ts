import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { CatalogueProduct } from '../../contract/catalogue.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { presentCatalogue, readProduct } from './catalogue-rows.ts'
import { type Content, columnsOf, contentIn, keepProduct, lastPosition, writeTools } from './catalogue-write.ts'
import { copyName, copySlug } from './policy.ts'

type Product = z.infer<typeof CatalogueProduct>

async function insert(db: Db, context: Actored, slug: string, content: Content): Promise<string> {
  const row = { company_id: context.actor.companyId, id: uuid() }
  const made = await db
    .insertInto('products')
    .values({ ...row, slug, ...columnsOf(content), position: lastPosition })
    .onConflict((c) => c.columns(['company_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made)
    throw refuse('SLUG_TAKEN', { fields: { slug: ['Another product has this address. Choose a different one.'] } })
  await writeTools(db, row, content.integrations)
  return row.id
}

/** Adds a product as a draft, last in the order. SLUG_TAKEN. */
export const adminCreate = (context: Actored, input: Content & { slug: string }): Promise<Product> =>
  createOnce(context, input, async (db) => {
    const { slug, ...content } = input
    const id = await insert(db, context, slug, content)
    await keepProduct(db, context, { id, kind: 'create', after: { slug, ...content } })
    return presentCatalogue(await readProduct(db, id), context.actor)
  })

/** Copies a product into a new draft with a name and an address of its own. NOT_FOUND. */
export const adminDuplicate = (context: Actored, input: { id: string }): Promise<Product> =>
  createOnce(context, input, async (db) => {
    const from = await readProduct(db, input.id)
    const begins = `${copySlug(from.slug, 1)}%`
    const taken = await db.selectFrom('products').select('slug').where('slug', 'like', begins).execute()
    let n = 1
    while (taken.some((p) => p.slug === copySlug(from.slug, n))) n++
    const slug = copySlug(from.slug, n)
    const id = await insert(db, context, slug, { ...contentIn(from), name: copyName(from.name) })
    await keepProduct(db, context, { id, kind: 'create', after: { slug, copyOf: from.slug } })
    return presentCatalogue(await readProduct(db, id), context.actor)
  })
