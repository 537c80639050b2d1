import { AutomationFilter } from '../../contract/automations.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Finding, named } from '../platform/finders.ts'
import { filtered } from './filter.ts'

const WORDS: Record<string, string> = {
  requested: 'Requested',
  provisioning: 'Being set up',
  live: 'Live',
  failing: 'Failing',
  paused: 'Paused',
  retired: 'Retired',
}

/** Automations by name, for staff also by company, for the palette: what needs somebody first. */
export async function findAutomations(db: Db, actor: Actor, words: string, limit: number): Promise<Finding> {
  const rows = await filtered(db, AutomationFilter.parse({ q: words, sort: 'status' }), undefined, limit).execute()
  return {
    items: rows.map((r) =>
      named(words, {
        kind: 'automation',
        id: r.id,
        title: r.name,
        detail: [actor.kind === 'staff' && r.company, WORDS[r.status]].filter(Boolean).join(' · '),
        path: `/apps-automations/${r.id}`,
      }),
    ),
  }
}
