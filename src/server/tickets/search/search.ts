// Keeps searches fast for any number of tickets. Matches of common words are found soon by reading the list in its
// order; matches of rare words are found by the index and sorted. In between, the search is limited to a span of time.
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../platform/database/db.ts'
import { type Filter, filterTickets, orderColumn, readTicketPage } from '../filter.ts'
import { ticketRows } from '../queries.ts'
import { hasQuoted } from './match.ts'
import type { Typed } from './typed.ts'

type After = { value: string; id: string } | undefined

/** Rows of the list that are read before the index is used. */
const AHEAD = 1_000
/** How many times more rows are read when a full page is likely. */
const ON = 8
/** The most matches that are sorted. */
const FEW = 3_000
/**
 * When there are more than `FEW` matches, this many rows are read. A limit that the planner can see makes it use the
 * index.
 */
const MANY = 30_000

/** Returns the search words as a Postgres `tsquery`, or null when there are none. */
export async function queryOf(db: Db, words: string, beginnings = false): Promise<string | null> {
  const { rows: found } = await sql<{ query: string | null }>`
    select search_query(${words}, ${beginnings})::text as query`.execute(db)
  return found[0]?.query || null
}

/** Returns tickets that match `query` and pass the filter, in its order, after the cursor. */
export async function searchTickets(
  db: Db,
  actor: Actor,
  f: Filter,
  { typed, query, after, limit }: { typed: Typed; query: string | null; after: After; limit: number },
) {
  const { named, number, phrases } = typed
  const numbered = sql<boolean>`t.number = ${named ?? number ?? 0}`
  const pageOf = (found: Parameters<typeof readTicketPage>[2]) => readTicketPage(db, actor, found, f)
  if (named !== undefined) return pageOf(filterTickets(db, actor, f, after, limit, numbered))
  if (query === null) return []

  const words = sql`${query}::tsquery`
  const notes = actor.kind === 'staff' ? sql`or w.words_with_notes @@ ${words}` : sql``
  const ofOne = actor.kind === 'tenant' || f.company !== undefined
  const has = (t: string) => sql<boolean>`((select w.words @@ ${words} ${notes} from ticket_words w
    where w.id = ${sql.ref(`${t}.id`)} and ${ofOne ? sql`w.company_id = ${sql.ref(`${t}.company_id`)}` : sql`w.month > 0`})
    and ${hasQuoted(phrases, t)})`
  const direction = sql.raw(f.order)
  // Reads in the order of the list and stops at the limit, because the subselect is sorted already. The array makes
  // Postgres evaluate the subselect once, even when the planner has no statistics for a newly filled table.
  const first = (of: ReturnType<typeof filterTickets>, match: RawBuilder<boolean>) =>
    pageOf(
      ticketRows(db)
        .where(
          sql<boolean>`t.id = any(array(select x.id from ${of
            .clearSelect()
            .select(['t.id', 't.company_id', 't.number', sql<unknown>`${orderColumn(f.sort)}`.as('k')])} x
          where ${number === undefined ? match : sql`(x.number = ${number} or ${match})`}
          order by x.k ${direction}, x.id ${direction} limit ${limit}))`,
        )
        .orderBy(orderColumn(f.sort), f.order)
        .orderBy('t.id', f.order),
    )
  const plain = { ...f, q: undefined }

  // Read the first rows of the list and keep those that match.
  const near = await first(filterTickets(db, actor, plain, after, sql.lit(AHEAD)), has('x'))
  if (near.length >= limit) return near
  // If the company has no more tickets than that, all of them have been read.
  if (ofOne) {
    const beyond = await filterTickets(db, actor, plain, after, 1).clearSelect().select('t.id').offset(AHEAD).execute()
    if (beyond.length === 0) return near
  }
  if (near.length * ON >= limit) {
    // Some of them match, so the rest of the page is probably not far.
    const on = await first(filterTickets(db, actor, plain, after, sql.lit(AHEAD * ON)), has('x'))
    if (on.length >= limit) return on
  }

  const find = async (until: string | null) => {
    const { rows: found } = await sql<{ ids: string | null; n: number }>`
      select array_agg(id)::text as ids, count(*)::int as n
      from find_tickets(${words}, ${f.company ?? null}::uuid, ${FEW + 1}, ${until}::timestamptz) as id`.execute(db)
    const { ids, n } = found[0] ?? { ids: null, n: 0 }
    const few = sql<boolean>`t.id = any(${ids ?? '{}'}::uuid[])`
    const any = number === undefined ? few : sql<boolean>`(${numbered} or ${few})`
    // `filterTickets` applies this condition in place of its own search.
    return {
      n,
      sorted: () => first(filterTickets(db, actor, f, after, sql.lit(FEW + 1), any), hasQuoted(phrases, 'x')),
    }
  }

  // If the last two months have a full page of matches, nothing older is on that page.
  if (f.sort === 'updated' && f.order === 'desc') {
    const latest = await find(after?.value ?? new Date().toISOString())
    if (latest.n >= limit && latest.n <= FEW) {
      const page = await latest.sorted()
      if (page.length >= limit) return page
    }
  }

  const { n, sorted } = await find(null)
  if (n > FEW) {
    const far = await first(filterTickets(db, actor, plain, after, sql.lit(MANY)), has('x'))
    // Rare among these rows but common overall: find all matches and sort them.
    return far.length >= limit ? far : pageOf(filterTickets(db, actor, f, after, sql.val(limit)))
  }
  return sorted()
}

/** Returns the search words with corrected spelling. Undefined when there is nothing similar. */
export async function correctedQuery(db: Db, words: string, company: string | undefined): Promise<string | undefined> {
  const { rows: found } = await sql<{ words: string | null }>`
    select correct_words(${words}, ${company ?? null}::uuid) as words`.execute(db)
  return found[0]?.words ?? undefined
}
