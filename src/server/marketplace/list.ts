import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { cursorType, decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { limitOf } from '../platform/database/literal-limit.ts'
import { action } from '../platform/http/action.ts'
import { type ListRow, presentProductRow } from './present.ts'
import { LIST_COLUMNS, matchingProducts, SORT_ORDERS, sortOf, visitorActor } from './queries.ts'

/**
 * Returns one page of the published products that pass the filter. `instead` is the corrected spelling of the search
 * words, or null when they were not corrected.
 */
export const listProducts = action(contract.marketplace.list, ({ platform }, input) => {
  const sort = sortOf(input)
  const { by, descending, kind } = SORT_ORDERS[sort]
  const after = decodeCursor(input.cursor, sort, kind)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = after
    ? sql`and (k, id) ${sql.raw(descending ? '<' : '>')} (${after.value}::${cursorType(kind)}, ${after.id}::uuid)`
    : sql``
  return platform.db.askAs(visitorActor, async (db) => {
    const { rows } = await sql<ListRow & { k: string | number; instead: string | null }>`
      ${matchingProducts(input)}
      , page as (
        select id, k from (select *, ${by} as k from hits) as h where c and i and a and m ${beyond}
        order by k ${direction}, id ${direction} limit ${limitOf(input.limit + 1)})
      select ${LIST_COLUMNS}, page.k, (select instead from found limit 1) as instead
      from page join catalogue p on p.id = page.id order by page.k ${direction}, page.id ${direction}`.execute(db)
    const page = pageOf(rows, input.limit, (last) => ({ order: sort, value: String(last.k), id: last.id }))
    return {
      items: page.rows.map(presentProductRow),
      nextCursor: page.nextCursor,
      instead: rows[0]?.instead ?? null,
    }
  })
})
