import type { z } from 'zod'
import type { TicketRow } from '../../contract/tickets.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Filter, filtered, orderKind, orderName, orderValue } from './filter.ts'
import { foundIn } from './found.ts'
import { presentRow } from './present.ts'
import { mended, queryOf, search } from './search.ts'
import { readTyped, type Typed } from './typed.ts'

type Page = { items: z.infer<typeof TicketRow>[]; nextCursor: string | null; instead: string | null }
type Input = Filter & { limit: number; cursor?: string }
type Row = Awaited<ReturnType<ReturnType<typeof filtered>['execute']>>[number]

/** One page of the tickets that pass the filter. What has a typing error in it is looked for as it may have been meant. */
export function list({ platform, actor }: Actored, input: Input): Promise<Page> {
  const typed = readTyped(input.q)
  if (typed)
    return platform.limits.search(actor.userId, () =>
      platform.db.asActor(actor, (db) => listFound(db, actor, input, typed)),
    )
  const order = orderName(input)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  return platform.db.askAs(actor, async (db) =>
    presentPage(await filtered(db, actor, input, after, input.limit + 1).execute(), input, order),
  )
}

function presentPage(found: Row[], { sort, limit }: Input, order: string): Page {
  const page = pageOf(found, limit, (last) => ({ order, value: orderValue(sort, last), id: last.id }))
  return { items: page.rows.map(presentRow), nextCursor: page.nextCursor, instead: null }
}

/** One page of the tickets that have what was typed, with the places where it stands. */
export async function listFound(db: Db, actor: Actor, input: Input, typed: Typed): Promise<Page> {
  // The pages after the first go on with what the first found.
  let instead = insteadOf(input)
  let order = orderName(input) + (instead === null ? '' : `|${instead}`)
  const after = decodeCursor(input.cursor, order, orderKind(input.sort))
  const { limit } = input
  const look = async (words: string, beginnings: boolean) => {
    const query = typed.named === undefined ? await queryOf(db, words, beginnings) : null
    return { query, rows: await search(db, actor, input, { typed, query, after, limit: limit + 1 }) }
  }

  let found = await look(instead ?? typed.words, instead !== null)
  // Nothing: first every word as a beginning, then as what may have been meant.
  if (found.rows.length === 0 && found.query !== null && input.cursor === undefined) {
    // One word was asked as a beginning already.
    const same = (await queryOf(db, typed.words, true)) === found.query
    const wider = same ? found : await look(typed.words, true)
    if (wider.rows.length > 0) {
      instead = typed.words.trim()
      found = wider
    } else if (typed.phrases.length === 0) {
      const meant = await mended(db, typed.words, input.company)
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
  const marks = await foundIn(db, page.items, found.query)
  return {
    items: page.items.map((row) => ({ ...row, found: marks.get(row.id) })),
    nextCursor: page.nextCursor,
    instead: instead === typed.words.trim() ? null : instead,
  }
}

/** The words that the page before was found by, if they are not those that were typed. */
function insteadOf(input: Input): string | null {
  try {
    const [order] = JSON.parse(Buffer.from(input.cursor ?? '', 'base64url').toString())
    const mark = `${orderName(input)}|`
    return typeof order === 'string' && order.startsWith(mark) ? order.slice(mark.length) : null
  } catch {
    return null
  }
}
