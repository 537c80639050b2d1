// How a search over any number of tickets stays quick. Words that many tickets have are met soon by reading the list in
// its order; words that few have are found by the index and sorted. What lies between is read within spans of time.
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'
import { type Filter, filtered, orderColumn } from './filter.ts'
import { says } from './match.ts'
import { rows } from './queries.ts'
import type { Typed } from './typed.ts'

type After = { value: string; id: string } | undefined

/** Rows of the list that are looked at before the index is asked. */
const AHEAD = 1_000
/** So many times as many are looked at where that promises a whole page. */
const ON = 8
/** Tickets that are worth sorting. */
const FEW = 3_000
/** Where words are in more than that, so many rows are read: a bound that the planner can see keeps to the index. */
const MANY = 30_000

/** The words of a search as Postgres looks for them; null when there are none. */
export async function queryOf(db: Db, words: string, beginnings = false): Promise<string | null> {
  const { rows: found } = await sql<{ query: string | null }>`
    select search_query(${words}, ${beginnings})::text as query`.execute(db)
  return found[0]?.query || null
}

/** Tickets that have the words of `query` and pass the filter, in its order, after the cursor. */
export async function search(
  db: Db,
  actor: Actor,
  f: Filter,
  { typed, query, after, limit }: { typed: Typed; query: string | null; after: After; limit: number },
) {
  const { named, number, phrases } = typed
  const numbered = sql<boolean>`t.number = ${named ?? number ?? 0}`
  if (named !== undefined) return filtered(db, actor, f, after, limit, numbered).execute()
  if (query === null) return []

  const words = sql`${query}::tsquery`
  const notes = actor.kind === 'staff' ? sql`or w.words_with_notes @@ ${words}` : sql``
  const ofOne = actor.kind === 'tenant' || f.company !== undefined
  const has = (t: string) => sql<boolean>`((select w.words @@ ${words} ${notes} from ticket_words w
    where w.id = ${sql.ref(`${t}.id`)} and ${ofOne ? sql`w.company_id = ${sql.ref(`${t}.company_id`)}` : sql`w.month > 0`})
    and ${says(phrases, t)})`
  const direction = sql.raw(f.order)
  // In the order of the list and no further than is wanted: the sub-select that is looked through is sorted already. An
  // array, so that it is looked through once, also where the planner knows nothing yet of a table that was just filled.
  const first = (of: ReturnType<typeof filtered>, match: RawBuilder<boolean>) =>
    rows(db)
      .where(
        sql<boolean>`t.id = any(array(select x.id from ${of
          .clearSelect()
          .select(['t.id', 't.company_id', 't.number', sql<unknown>`${orderColumn(f.sort)}`.as('k')])} x
          where ${number === undefined ? match : sql`(x.number = ${number} or ${match})`}
          order by x.k ${direction}, x.id ${direction} limit ${limit}))`,
      )
      .orderBy(orderColumn(f.sort), f.order)
      .orderBy('t.id', f.order)
      .execute()
  const plain = { ...f, q: undefined }

  // The rows that would come first, and of those the ones that have the words.
  const near = await first(filtered(db, actor, plain, after, sql.lit(AHEAD)), has('x'))
  if (near.length >= limit) return near
  // A company that has no more tickets than that has been read to its end.
  if (ofOne) {
    const beyond = await filtered(db, actor, plain, after, 1).clearSelect().select('t.id').offset(AHEAD).execute()
    if (beyond.length === 0) return near
  }
  if (near.length * ON >= limit) {
    // Some of them have the words, and the rest of the page is not far.
    const on = await first(filtered(db, actor, plain, after, sql.lit(AHEAD * ON)), has('x'))
    if (on.length >= limit) return on
  }

  const find = async (until: string | null) => {
    const { rows: found } = await sql<{ ids: string | null; n: number }>`
      select array_agg(id)::text as ids, count(*)::int as n
      from find_tickets(${words}, ${f.company ?? null}::uuid, ${FEW + 1}, ${until}::timestamptz) as id`.execute(db)
    const { ids, n } = found[0] ?? { ids: null, n: 0 }
    const few = sql<boolean>`t.id = any(${ids ?? '{}'}::uuid[])`
    const any = number === undefined ? few : sql<boolean>`(${numbered} or ${few})`
    // A question with a search: `filtered` asks the condition that it is given.
    return { n, sorted: () => first(filtered(db, actor, f, after, sql.lit(FEW + 1), any), says(phrases, 'x')) }
  }

  // The latest changes of all: where the last two months have a page of it, nothing older is on that page.
  if (f.sort === 'updated' && f.order === 'desc') {
    const latest = await find(after?.value ?? new Date().toISOString())
    if (latest.n >= limit && latest.n <= FEW) {
      const page = await latest.sorted()
      if (page.length >= limit) return page
    }
  }

  const { n, sorted } = await find(null)
  if (n > FEW) {
    const far = await first(filtered(db, actor, plain, after, sql.lit(MANY)), has('x'))
    // Rare among these rows, and many in all: all of them, sorted.
    return far.length >= limit ? far : filtered(db, actor, f, after, limit).execute()
  }
  return sorted()
}

/** What somebody may have meant who typed words that nothing has; undefined when nothing is like it. */
export async function mended(db: Db, words: string, company: string | undefined): Promise<string | undefined> {
  const { rows: found } = await sql<{ words: string | null }>`
    select mend_words(${words}, ${company ?? null}::uuid) as words`.execute(db)
  return found[0]?.words ?? undefined
}
