import { sql } from 'kysely'
import type { z } from 'zod'
import { CATALOGUE_CATEGORIES } from '../../../../content/marketplace/shape.ts'
import type { Recommendation } from '../../../contract/automations/index.ts'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { hashFacts, type Known, listRecommendationReasons, rankRecommendations } from './rank.ts'

type One = z.infer<typeof Recommendation>
type Found = {
  tools: string[]
  model_allowed: boolean
  dismissed: number
  words: Record<string, { facts: string; words: string | null }> | null
  tickets: Record<string, number> | null
  others: Record<string, number> | null
  products:
    | {
        id: string
        slug: string
        name: string
        promise: string
        category: string
        priceModel: string
        priceCents: number | null
        currency: string
        integrations: string[]
        popular: number
      }[]
    | null
}

/**
 * A recommendation by rules. `facts` is the checksum that a wording must match; `words` is a wording that matches it.
 */
type Recommended = { item: One; reasons: string[]; facts: string; words: string | undefined }

/** Returns up to `RECOMMENDED` published products that the company neither has nor dismissed, best first. */
export async function recommendedTo(db: Db, companyId: string): Promise<{ items: Recommended[]; dismissed: number }> {
  const { rows } = await sql<Found>`
      select c.tools, c.model_allowed,
        (select jsonb_object_agg(w.product_id, jsonb_build_object('facts', w.facts, 'words', w.words))
          from recommendation_words w where w.company_id = c.id) as words,
        (select count(*)::int from dismissed_recommendations x join catalogue p on p.id = x.product_id
          where x.company_id = c.id) as dismissed,
        (select jsonb_object_agg(category, n) from (
          select t.category, count(*)::int as n from shared_tickets t
          where t.company_id = c.id and t.created_at > now() - interval '90 days' and t.merged_into is null group by 1) as x) as tickets,
        (select jsonb_object_agg(product_id, companies) from run_by_similar()) as others,
        (select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'promise', p.promise, 'category', p.category,
            'priceModel', p.price_model, 'priceCents', p.price_cents, 'currency', p.currency, 'integrations', p.integrations,
            'popular', p.popular_order))
          from catalogue p
          where not exists (select from installations i where i.company_id = c.id and i.product_id = p.id and i.status <> 'retired')
            and not exists (select from dismissed_recommendations x where x.company_id = c.id and x.product_id = p.id)) as products
      from companies c where c.id = ${companyId}::uuid`.execute(db)
  const r = rows[0]
  if (!r) return { items: [], dismissed: 0 }
  const known: Known = { tools: r.tools, tickets: r.tickets ?? {}, others: new Map(Object.entries(r.others ?? {})) }
  const products = r.products ?? []
  const items = rankRecommendations(products, known).flatMap((reasons): Recommended[] => {
    const p = products.find(({ id }) => id === reasons.id)
    if (!p) return []
    const { tools, tickets, others } = reasons
    const sentences = listRecommendationReasons(reasons)
    const facts = hashFacts({ name: p.name, summary: p.promise }, sentences)
    const storedWords = r.model_allowed ? r.words?.[p.id] : undefined
    const words = storedWords?.facts === facts ? (storedWords.words ?? undefined) : undefined
    return [
      {
        reasons: sentences,
        facts,
        words,
        item: {
          product: {
            id: p.id,
            slug: p.slug,
            name: p.name,
            promise: p.promise,
            category: {
              key: p.category,
              name: (CATALOGUE_CATEGORIES as Record<string, string>)[p.category] ?? p.category,
            },
            priceModel: p.priceModel as One['product']['priceModel'],
            priceCents: p.priceCents,
            currency: p.currency,
          },
          reason: sentences.join(' '),
          worded: false,
          tools,
          tickets: tickets && { ...tickets, category: tickets.category as NonNullable<One['tickets']>['category'] },
          others,
        },
      },
    ]
  })
  return { items, dismissed: r.dismissed }
}

/** Returns the recommendations to the user's company, in the model's wording if one matches the current facts. */
export const listRecommendations = action(contract.automations.recommendations, async ({ platform, actor }) => {
  const { items, dismissed } = await platform.db.askAs(actor, (db) => recommendedTo(db, actor.companyId))
  return {
    items: items.map(({ item, words }) => (platform.model && words ? { ...item, reason: words, worded: true } : item)),
    dismissed,
  }
})

/**
 * Dismisses a recommendation for all users of the company. Does nothing when it is already dismissed. Throws NOT_FOUND
 * for a product that is not for sale.
 */
export const dismissRecommendation = action(contract.automations.dismiss, (context, { productId }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { rows } = await sql`select from catalogue where id = ${productId}::uuid`.execute(db)
    if (rows.length === 0) throw refuse('NOT_FOUND')
    const made = await db
      .insertInto('dismissed_recommendations')
      .values({ company_id: actor.companyId, product_id: productId, dismissed_by: actor.userId })
      .onConflict((c) => c.doNothing())
      .returning('product_id')
      .executeTakeFirst()
    if (made)
      await recordAudit(db, context, {
        companyId: actor.companyId,
        action: 'recommendation.dismiss',
        subjectType: 'product',
        subjectId: productId,
      })
    return {}
  })
})

/** Restores a dismissed recommendation. Throws NOT_FOUND when it was not dismissed. */
export const restoreRecommendation = action(contract.automations.restore, (context, { productId }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const deleted = await db
      .deleteFrom('dismissed_recommendations')
      .where('company_id', '=', actor.companyId)
      .where('product_id', '=', productId)
      .returning('product_id')
      .executeTakeFirst()
    if (!deleted) throw refuse('NOT_FOUND')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'recommendation.restore',
      subjectType: 'product',
      subjectId: productId,
    })
    return {}
  })
})
