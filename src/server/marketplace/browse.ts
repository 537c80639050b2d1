import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { AUDIENCES, PAGE_SIZE, type PRICE_MODELS, PRODUCT_CATEGORIES } from '../../contract/marketplace.ts'
import { action } from '../platform/http/action.ts'
import { type ListRow, presentProductRow } from './present.ts'
import { LIST_COLUMNS, matchingProducts, SORT_ORDERS, sortOf, visitorActor } from './queries.ts'
import { AUDIENCE_NAMES, categoryName, PRICE_NAMES } from './words.ts'

type Answer = z.output<NonNullable<(typeof contract.marketplace.browse)['~orpc']['outputSchema']>>
type Counts = Record<string, number>
type Found = {
  everything: number
  found: number
  total: number
  how: Answer['how'] | null
  instead: string | null
  by_category: Counts | null
  by_integration: Counts | null
  by_audience: Counts | null
  by_price: Counts | null
  items: ListRow[] | null
}

const fixed = <Key extends string>(keys: readonly Key[], counts: Counts | null, nameOf: (key: Key) => string) =>
  keys.map((key) => ({ key, name: nameOf(key), count: counts?.[key] ?? 0 }))

/** Returns a numbered page of the published products that pass the filter, and the count for each filter option. */
export const browseProducts = action(contract.marketplace.browse, ({ platform }, input) => {
  const { by, descending } = SORT_ORDERS[sortOf(input)]
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return platform.db.askAs(visitorActor, async (db) => {
    const { rows } = await sql<Found>`
      ${matchingProducts(input)}
      , chosen as materialized (
        select id, row_number() over (order by ${by} ${direction}, id ${direction}) as n from hits where c and i and a and m)
      , sums as (select count(*)::int as total from chosen)
      select total,
        (select count(*)::int from catalogue) as everything,
        (select count(*)::int from hits) as found,
        (select how from found limit 1) as how,
        (select instead from found limit 1) as instead,
        (select json_object_agg(category, n) from (select category, count(*) as n from hits where i and a and m group by 1) as x) as by_category,
        (select json_object_agg(tool, n) from (select tool, count(*) as n from hits, unnest(tools) as tool where c and a and m group by 1) as x) as by_integration,
        (select json_object_agg(one, n) from (select one, count(*) as n from hits, unnest(audience) as one where c and i and m group by 1) as x) as by_audience,
        (select json_object_agg(price_model, n) from (select price_model, count(*) as n from hits where c and i and a group by 1) as x) as by_price,
        (select json_agg(row_to_json(r) order by array_position(page.ids, r.id)) from (
          select array_agg(id order by n) as ids from chosen
          where (n - 1) / ${PAGE_SIZE}::int = least(${input.page}::int, greatest((total + ${PAGE_SIZE}::int - 1) / ${PAGE_SIZE}::int, 1)) - 1) as page,
          -- Select by the ids of the page. A join would make the view collect the tools of every product.
          lateral (select ${LIST_COLUMNS} from catalogue p where p.id = any(page.ids)) as r) as items
      from sums`.execute(db)
    const r = rows[0] as Found
    const pages = Math.max(1, Math.ceil(r.total / PAGE_SIZE))
    const tools = Object.entries(r.by_integration ?? {})
    for (const name of input.integration ?? []) if (!tools.some(([known]) => known === name)) tools.push([name, 0])
    return {
      items: (r.items ?? []).map(presentProductRow),
      page: Math.min(input.page, pages),
      pages,
      total: r.total,
      found: r.found,
      all: r.everything,
      how: r.how ?? 'all',
      instead: r.instead,
      counts: {
        category: fixed(PRODUCT_CATEGORIES, r.by_category, categoryName),
        integration: tools
          .map(([name, count]) => ({ key: name, name, count }))
          .sort((x, y) => y.count - x.count || (x.name < y.name ? -1 : 1)),
        audience: fixed(AUDIENCES, r.by_audience, (key) => AUDIENCE_NAMES[key]),
        price: fixed(
          ['monthly', 'one_time', 'quote'] satisfies (typeof PRICE_MODELS)[number][],
          r.by_price,
          (key) => PRICE_NAMES[key],
        ),
      },
    }
  })
})
