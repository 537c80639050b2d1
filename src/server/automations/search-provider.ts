import { AutomationFilter } from '../../contract/automations/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type SearchResult, toHit } from '../platform/search/search-providers.ts'
import { filterAutomations } from './filter.ts'
import { AUTOMATIONS } from './words.ts'

/** Returns automations whose name or company matches, for the command palette. Those that need attention come first. */
export async function findAutomations(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await filterAutomations(
    db,
    AutomationFilter.parse({ q: words, sort: 'status' }),
    undefined,
    limit,
  ).execute()
  return {
    items: rows.map((r) =>
      toHit(words, {
        kind: 'automation',
        id: r.id,
        title: r.name,
        detail: [actor.kind === 'staff' && r.company, AUTOMATIONS[r.status]].filter(Boolean).join(' · '),
        path: `/apps-automations/${r.id}`,
      }),
    ),
  }
}
