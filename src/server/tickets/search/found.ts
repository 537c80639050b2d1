import { sql } from 'kysely'
import type { z } from 'zod'
import type { Found } from '../../../contract/tickets/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { patternOf, piecesOf, snippetOf, wantedOf } from '../../platform/search/highlight.ts'

type Row = { id: string; subject: string }
type Excerpt = { id: string; kind: string; body: string; before: boolean; after: boolean }

/**
 * Returns what was found in each of these tickets: the subject with the matches marked, and an excerpt of the text that
 * has most of the words. Runs with the reader's own database role, so that partners do not see notes.
 */
export async function findMatches(
  db: Db,
  rows: readonly Row[],
  query: string,
): Promise<Map<string, z.infer<typeof Found>>> {
  const wanted = wantedOf(query)
  const patterns = wanted.map(({ word }) => patternOf(word))
  if (rows.length === 0 || patterns.length === 0) return new Map()
  const ids = rows.map((r) => r.id)
  const { rows: excerpts } = await sql<Excerpt>`
    select t.id, x.kind, substr(x.body, greatest(1, x.at - 150), 600) as body, x.at > 151 as before,
      length(x.body) > greatest(1, x.at - 150) + 600 as after
    from tickets t cross join lateral (
      select kind, body, regexp_instr(body, ${patterns.join('|')}, 1, 1, 0, 'i') as at,
        (select count(*) from unnest(${patterns}::text[]) as p where body ~* p) as words
      from (
        select 0 as n, 'description' as kind, left(t.description, 19000) as body, t.created_at
        union all
        select 1, m.kind, left(m.body, 20000), m.created_at from messages m
          where m.company_id = t.company_id and m.ticket_id = t.id and m.kind <> 'event') as texts
      where body ~* ${patterns.join('|')} order by words desc, n, created_at desc limit 1) as x
    where t.id = any(${ids}::uuid[])`.execute(db)
  const texts = new Map(excerpts.map((x) => [x.id, x]))
  return new Map(
    rows.map((row) => {
      const x = texts.get(row.id)
      const text = x ? snippetOf(x.body, wanted, x) : null
      return [
        row.id,
        {
          subject: piecesOf(row.subject, wanted),
          text,
          in: text && x ? (x.kind as z.infer<typeof Found>['in']) : null,
        },
      ]
    }),
  )
}
