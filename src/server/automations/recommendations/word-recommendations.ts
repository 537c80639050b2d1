// Asks a model to word the recommendations in advance, if the company allows it, and records the outcome of each
// wording.
import { sql } from 'kysely'
import { systemOf } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordTextDecision, rewordedBy, rewordReason } from '../../prompts/index.ts'
import { recommendedTo } from './recommendations.ts'

/** Only companies whose users visited the portal within this time get wordings. */
const VISITED = '7 days'
/** A product is worded at most once in this time. Until then, changed facts show the rules' sentences. */
const AGAIN = '20 hours'

/** Records the outcome of the wordings that were shown, then words recommendations that have none. Runs every hour. */
export const wordRecommendations: ScheduleDefinition<Platform> = {
  name: 'automations.word-recommendations',
  cron: '41 * * * *',
  async handler(platform) {
    await followWords(platform)
    if (!platform.model) return
    // Bypasses the row-level security policies: looks for recently visited companies that allow the model.
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c where not c.is_internal and c.model_allowed and exists (
        select from profiles p where p.company_id = c.id and p.deactivated_at is null
          and p.last_seen_at > now() - ${VISITED}::interval)
      -- In random order, so that the budget does not always run out before the same companies.
      order by random()`.execute(platform.db.system)
    for (const { id } of rows) if ((await wordFor(platform, id)) === 'stop') return
  },
}

/**
 * Words the recommendations to a company. Returns `stop` when the model is unavailable to every company; the rest waits
 * for the next run.
 */
async function wordFor(platform: Platform, companyId: string): Promise<'stop' | undefined> {
  const actor = systemOf(companyId)
  const by = await rewordedBy(platform, companyId)
  const { items, recent } = await platform.db.asActor(actor, async (db) => {
    const [{ items: all }, kept] = await Promise.all([
      recommendedTo(db, companyId),
      db
        .selectFrom('recommendation_words')
        .select(['product_id', 'facts', 'number'])
        .select(sql<boolean>`written_at > now() - ${AGAIN}::interval`.as('recent'))
        .where('company_id', '=', companyId)
        .execute(),
    ])
    return { items: all, recent: new Map(kept.map((k) => [k.product_id, k])) }
  })
  for (const { item, reasons, facts } of items) {
    const before = recent.get(item.product.id)
    if (before && (before.recent || (before.facts === facts && before.number === by))) continue
    const { id, name, promise } = item.product
    const wording = await rewordReason(platform, { companyId, product: { id, name, summary: promise }, reasons })
    if (wording.came === 'later') return wording.all ? 'stop' : undefined
    const row = {
      facts,
      number: wording.number,
      words: wording.came === 'worded' ? wording.text : null,
      suggestion_id: wording.came === 'worded' ? wording.suggestionId : null,
    }
    await platform.db.askAs(actor, (db) =>
      db
        .insertInto('recommendation_words')
        .values({ company_id: companyId, product_id: id, ...row })
        .onConflict((c) =>
          c.columns(['company_id', 'product_id']).doUpdateSet({ ...row, written_at: sql<string>`now()` }),
        )
        .execute(),
    )
  }
  return undefined
}

/**
 * Records wordings as accepted when the product was installed after the wording, and as rejected when it was dismissed.
 * Covers all companies, so it bypasses the row-level security policies.
 */
async function followWords(platform: Platform): Promise<void> {
  const { rows } = await sql<{
    company_id: string
    suggestion_id: string
    dismissed_by: string | null
    ordered: boolean
  }>`
    select w.company_id, w.suggestion_id, x.dismissed_by, i.ordered
    from recommendation_words w
      join shared_suggestions s on s.company_id = w.company_id and s.id = w.suggestion_id and s.state = 'open'
      left join dismissed_recommendations x on x.company_id = w.company_id and x.product_id = w.product_id
      cross join lateral (select exists (select from installations i where i.company_id = w.company_id
        and i.product_id = w.product_id and i.created_at >= w.written_at) as ordered) i
    where i.ordered or x.product_id is not null`.execute(platform.db.system)
  for (const r of rows)
    await platform.db.askAs(systemOf(r.company_id), (db) =>
      recordTextDecision(db, {
        companyId: r.company_id,
        suggestionId: r.suggestion_id,
        state: r.ordered ? 'accepted' : 'rejected',
        by: r.ordered ? null : r.dismissed_by,
      }),
    )
}
