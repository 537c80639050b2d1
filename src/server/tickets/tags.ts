import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'

/** What is offered at once; typing finds the others. */
const LISTED = 50

/**
 * Tags in use, the most used first: of one company, and for staff after them those of the others. Partners get their
 * own only. Of all companies they come by name, found one after the other in the index: counting a million would take
 * too long.
 */
export async function tags(
  { platform, actor }: Actored,
  { company, q = '' }: { company?: string; q?: string },
): Promise<{ items: { tag: string }[] }> {
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
      ) select tag from each where tag like ${begins} limit ${LISTED}`.execute(db)
    const known = new Set(own.map((o) => o.tag))
    return { items: [...own, ...all.filter((a) => !known.has(a.tag))].slice(0, LISTED) }
  })
}
