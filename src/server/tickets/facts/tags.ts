import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'

/** The most tags that are returned. Typing finds the others. */
const LISTED = 50

/**
 * Returns the tags in use. The tags of one company come first, most used first; for staff, those of all companies
 * follow by name. They are read one after the other from the index, because counting a million would take too long.
 * Partners get their own tags only.
 */
export const listTags = action(contract.tickets.tags, async ({ platform, actor }, { company, q = '' }) => {
  const begins = `${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  const of = actor.kind === 'tenant' ? actor.companyId : company
  return platform.db.asActor(actor, async (db) => {
    const own = of
      ? await db
          .selectFrom('ticket_tags')
          .select('tag')
          .where('company_id', '=', of)
          .where('tag', 'like', begins)
          .groupBy('tag')
          .orderBy(sql`count(*)`, 'desc')
          .orderBy('tag')
          .limit(LISTED)
          .execute()
      : []
    if (actor.kind === 'tenant' || own.length === LISTED) return { items: own }
    const { rows: all } = await sql<{ tag: string }>`
      with recursive each as (
        (select tag from ticket_tags where tag >= ${q.trim().toLowerCase()} order by tag limit 1)
        union all
        select (select n.tag from ticket_tags n where n.tag > each.tag order by n.tag limit 1) from each where each.tag like ${begins}
      ) select tag from each where tag like ${begins} limit ${sql.lit(LISTED)}`.execute(db)
    const known = new Set(own.map((o) => o.tag))
    return { items: [...own, ...all.filter((a) => !known.has(a.tag))].slice(0, LISTED) }
  })
})
