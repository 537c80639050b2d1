import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { TicketRow } from '../../contract/tickets/index.ts'
import { cursorNote, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { type Filter, filterTickets, orderKind, orderName, orderValue, readTicketPage } from './filter.ts'
import { presentTicketRow } from './present.ts'
import type { Row } from './queries.ts'
import { findMatches } from './search/found.ts'
import { correctedQuery, queryOf, searchTickets } from './search/search.ts'
import { parseSearch, type Typed } from './search/typed.ts'

type Page = { items: z.infer<typeof TicketRow>[]; nextCursor: string | null; instead: string | null }
type Input = Filter & { limit: number; cursor?: string }

/**
 * Returns one page of the tickets that pass the filter. If a search finds nothing, similar words are searched instead.
 */
export const listTickets = action(contract.tickets.list, ({ platform, actor }, input) => {
  const typed = parseSearch(input.q)
  if (typed)
    return platform.limits.search(actor.userId, () =>
      platform.db.asActor(actor, (db) => listFound(db, actor, input, typed)),
    )
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) =>
    presentPage(
      await readTicketPage(db, actor, filterTickets(db, actor, input, after, input.limit + 1), input),
      input,
      order,
    ),
  )
})

function presentPage(found: Row[], { sort, limit }: Input, order: string): Page {
  const page = pageOf(found, limit, (last) => ({ order, value: orderValue(sort, last), id: last.id }))
  return { items: page.rows.map(presentTicketRow), nextCursor: page.nextCursor, instead: null }
}

/** Returns one page of the tickets that match the search text, with the places where it was found. */
export async function listFound(db: Db, actor: Actor, input: Input, typed: Typed): Promise<Page> {
  // Later pages continue with the words that the first page found something for.
  let instead = insteadOf(input)
  let order = orderName(input) + (instead === null ? '' : `|${instead}`)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  const { limit } = input
  const look = async (words: string, beginnings: boolean) => {
    const query = typed.named === undefined ? await queryOf(db, words, beginnings) : null
    return { query, rows: await searchTickets(db, actor, input, { typed, query, after, limit: limit + 1 }) }
  }

  let found = await look(instead ?? typed.words, instead !== null)
  // If nothing was found, search every word as a prefix, then with corrected spelling.
  if (found.rows.length === 0 && found.query !== null && input.cursor === undefined) {
    // A single word was searched as a prefix already.
    const same = (await queryOf(db, typed.words, true)) === found.query
    const wider = same ? found : await look(typed.words, true)
    if (wider.rows.length > 0) {
      instead = typed.words.trim()
      found = wider
    } else if (typed.phrases.length === 0) {
      const meant = await correctedQuery(db, typed.words, input.company)
      const second = meant === undefined ? undefined : await look(meant, true)
      if (second && second.rows.length > 0) {
        instead = meant as string
        found = second
      }
    }
    if (instead !== null) order = `${orderName(input)}|${instead}`
  }
  const page = presentPage(found.rows, input, order)
  if (found.query === null) return page
  const marks = await findMatches(db, page.items, found.query)
  return {
    items: page.items.map((row) => ({ ...row, found: marks.get(row.id) })),
    nextCursor: page.nextCursor,
    instead: instead === typed.words.trim() ? null : instead,
  }
}

/** Returns the words that the previous page was found by, if they differ from those that were typed. */
const insteadOf = (input: Input): string | null => cursorNote(input.cursor, `${orderName(input)}|`)
