import { CATALOGUE_CATEGORIES } from '../../../../content/marketplace/shape.ts'

/** The path of the product list. */
export const MARKETPLACE = '/marketplace'
/** Returns the path of a product. */
export const buildProductPath = (slug: string) => `${MARKETPLACE}/${slug}`

/** The filters of the list, by their query parameters. */
export const FILTERS = ['category', 'integration', 'audience', 'price'] as const
export type FilterName = (typeof FILTERS)[number]
const SORTS = ['best', 'popular', 'new', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** The state of the list that an address describes. */
export type View = {
  q: string
  sort: Sort | undefined
  page: number
  /** Shows the index of all tools instead of products. */
  tools: boolean
} & Record<FilterName, string[]>

const KNOWN: Partial<Record<FilterName, string[]>> = {
  category: Object.keys(CATALOGUE_CATEGORIES),
  audience: ['msp', 'business', 'vendor'],
  price: ['monthly', 'one_time', 'quote'],
}
/** Maximum number of values per filter. */
const MOST = 12

/** Normalizes text to one line without control characters, limited in length. */
const clean = (text: string, most: number) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

/** Parses the query of an address. Ignores values that are not valid. */
export function parseView(query: URLSearchParams): View {
  const chosen = (name: FilterName) => {
    const values = [...new Set(query.getAll(name).map((value) => clean(value, 60)))]
    return values.filter((value) => (KNOWN[name] ? KNOWN[name].includes(value) : value !== '')).slice(0, MOST)
  }
  const page = Number(query.get('page'))
  return {
    q: clean(query.get('q') ?? '', 200),
    category: chosen('category'),
    integration: chosen('integration'),
    audience: chosen('audience'),
    price: chosen('price'),
    sort: SORTS.find((sort) => sort === query.get('sort')),
    tools: query.get('tools') === 'all',
    page: Number.isInteger(page) && page > 1 && page <= 10_000 ? page : 1,
  }
}

/** Returns the canonical address of a view. */
export function buildAddress({ q, sort, page, tools, ...filters }: View): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  for (const name of FILTERS) for (const value of filters[name]) query.append(name, value)
  if (sort && sort !== (q ? 'best' : 'popular')) query.set('sort', sort)
  if (tools) query.set('tools', 'all')
  else if (page > 1) query.set('page', String(page))
  return query.size === 0 ? MARKETPLACE : `${MARKETPLACE}?${query}`
}

/** Returns the view with a filter value added or removed, on its first page. */
export function toggleChoice(view: View, name: FilterName, value: string): View {
  const had = view[name]
  const values = had.includes(value) ? had.filter((one) => one !== value) : [...had, value]
  return { ...view, [name]: values, page: 1, tools: false }
}

/** Returns the view with its search text and order, but without filters. */
export const clearFilters = (view: View): View => ({
  ...view,
  category: [],
  integration: [],
  audience: [],
  price: [],
  page: 1,
  tools: false,
})

/** Returns the number of selected filter values. */
export const countChosen = (view: View): number => FILTERS.reduce((n, name) => n + view[name].length, 0)

/**
 * Returns the category of a view without other filters or a search, in the default order. Such a view is a page of its
 * own for search engines.
 */
export const findOnlyCategory = (view: View): string | undefined =>
  !view.q && !view.tools && countChosen(view) === 1 && (view.sort ?? 'popular') === 'popular'
    ? view.category[0]
    : undefined

/**
 * Returns whether search engines should index the view: the unfiltered list, the index of tools and single categories,
 * in the default order only.
 */
export const isFindable = (view: View): boolean =>
  findOnlyCategory(view) !== undefined || (!view.q && countChosen(view) === 0 && (view.sort ?? 'popular') === 'popular')
