import { sql } from 'kysely'
import type { z } from 'zod'
import type { ProductRow } from '../../contract/marketplace.ts'
import type { Context } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { type ListRow, presentRow } from './present.ts'
import { type Filter, hits, LISTED, ORDERS, sortOf, visitor } from './queries.ts'

type Page = { items: z.infer<typeof ProductRow>[]; nextCursor: string | null; instead: string | null }

/** One page of the published products that pass the filter; `instead` says how misspelt words were read. */
export function list({ platform }: Context, input: Filter & { limit: number; cursor?: string }): Promise<Page> {
  const sort = sortOf(input)
  const { by, descending, kind } = ORDERS[sort]
  const after = decodeCursor(input.cursor, sort, kind)
  const way = sql.raw(descending ? 'desc' : 'asc')
  const beyond = after
    ? sql`and (k, id) ${sql.raw(descending ? '<' : '>')} (${after.value}::${sql.raw(KEYS[kind])}, ${after.id}::uuid)`
    : sql``
  return platform.db.askAs(visitor, async (db) => {
    const { rows } = await sql<ListRow & { k: string | number; instead: string | null }>`
      ${hits(input)}
      , page as (
        select id, k from (select *, ${by} as k from hits) as h where c and i and a and m ${beyond}
        order by k ${way}, id ${way} limit ${input.limit + 1})
      select ${LISTED}, page.k, (select instead from found limit 1) as instead
      from page join catalogue p on p.id = page.id order by page.k ${way}, page.id ${way}`.execute(db)
    const page = pageOf(rows, input.limit, (last) => ({ order: sort, value: String(last.k), id: last.id }))
    return {
      items: page.rows.map(presentRow),
      nextCursor: page.nextCursor,
      instead: rows[0]?.instead ?? null,
    }
  })
}

const KEYS = { number: 'bigint', instant: 'timestamptz', text: 'text' } as const
