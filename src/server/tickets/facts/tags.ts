import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { action } from '../../platform/http/action.ts'

/** The most tags that are returned. Typing finds the others. */
const LISTED = 50
/** How many of a company's newest tags are counted to put those in use first. Counting all would take too long. */
const COUNTED = 5_000

type Start = { start: string; pattern: string }

/**
 * Returns the tags of a company's newest tickets that begin like this, most used first, and whether these were all of
 * its tags.
 */
async function tagsByUse(db: Db, company: string, { pattern }: Start): Promise<{ tags: string[]; all: boolean }> {
  // The ids of tickets grow with time.
  const { rows } = await sql<{ tag: string; all: boolean }>`
    with newest as materialized (
      select tag from ticket_tags where company_id = ${company} order by ticket_id desc limit ${sql.lit(COUNTED)})
    select tag, (select count(*) from newest) < ${sql.lit(COUNTED)} as "all" from newest
    where tag like ${pattern} group by tag order by count(*) desc, tag limit ${sql.lit(LISTED)}`.execute(db)
  return { tags: rows.map((r) => r.tag), all: rows[0]?.all ?? false }
}

/** Returns the tags that begin like this, by name, of one company if given. Reads the index from tag to tag. */
async function tagsByName(db: Db, company: string | undefined, { start, pattern }: Start): Promise<string[]> {
  const own = company ? sql`company_id = ${company} and` : sql``
  const { rows } = await sql<{ tag: string }>`
    with recursive each as (
      (select tag from ticket_tags where ${own} tag >= ${start} order by tag limit 1)
      union all
      select (select n.tag from ticket_tags n where ${own} n.tag > each.tag order by n.tag limit 1) from each where each.tag like ${pattern}
    ) select tag from each where tag like ${pattern} limit ${sql.lit(LISTED)}`.execute(db)
  return rows.map((r) => r.tag)
}

/**
 * Returns the tags in use. The tags of one company come first, the most used of its newest tickets before its others by
 * name; for staff, those of all companies follow by name. Partners get their own tags only.
 */
export const listTags = action(contract.tickets.tags, async ({ platform, actor }, { company, q = '' }) => {
  const start = q.trim().toLowerCase()
  const begins = { start, pattern: `${start.replace(/[\\%_]/g, '\\$&')}%` }
  const of = actor.kind === 'tenant' ? actor.companyId : company
  return platform.db.asActor(actor, async (db) => {
    const own = of ? await tagsByUse(db, of, begins) : undefined
    const tags = new Set(own?.tags)
    if (of && !own?.all && tags.size < LISTED) for (const tag of await tagsByName(db, of, begins)) tags.add(tag)
    if (actor.kind === 'staff' && tags.size < LISTED)
      for (const tag of await tagsByName(db, undefined, begins)) tags.add(tag)
    return { items: [...tags].slice(0, LISTED).map((tag) => ({ tag })) }
  })
})
