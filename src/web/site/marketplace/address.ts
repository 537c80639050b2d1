import { CATALOGUE_CATEGORIES } from '../../../../content/marketplace/shape.ts'

/** Where the list stands. */
export const MARKETPLACE = '/marketplace'
/** Where a product stands. */
export const productPath = (slug: string) => `${MARKETPLACE}/${slug}`

/** The filters of the list, by the names they have in its address. */
export const FILTERS = ['category', 'integration', 'audience', 'price'] as const
export type FilterName = (typeof FILTERS)[number]
const SORTS = ['best', 'popular', 'new', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** What an address of the list asks for. */
export type View = {
  q: string
  sort: Sort | undefined
  page: number
  /** The index of all tools instead of the products. */
  tools: boolean
} & Record<FilterName, string[]>

const KNOWN: Partial<Record<FilterName, string[]>> = {
  category: Object.keys(CATALOGUE_CATEGORIES),
  audience: ['msp', 'business', 'vendor'],
  price: ['monthly', 'one_time', 'quote'],
}
/** More values of one filter than that nobody chooses. */
const MOST = 12

/** One line of text, whatever came. */
const clean = (text: string, most: number) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
    .replace(/[\u0000-\u001f\u007f-\u009f\ufffd]+/g, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

/** What the query of an address means; what is no choice of ours is passed over. */
export function viewOf(query: URLSearchParams): View {
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

/** The address of a view: the same view always has the same one. */
export function addressOf({ q, sort, page, tools, ...filters }: View): string {
  const query = new URLSearchParams()
  if (q) query.set('q', q)
  for (const name of FILTERS) for (const value of filters[name]) query.append(name, value)
  if (sort && sort !== (q ? 'best' : 'popular')) query.set('sort', sort)
  if (tools) query.set('tools', 'all')
  else if (page > 1) query.set('page', String(page))
  return query.size === 0 ? MARKETPLACE : `${MARKETPLACE}?${query}`
}

/** The view with one choice more, or without it where it was chosen; from its first page. */
export function toggled(view: View, name: FilterName, value: string): View {
  const had = view[name]
  const values = had.includes(value) ? had.filter((one) => one !== value) : [...had, value]
  return { ...view, [name]: values, page: 1, tools: false }
}

/** The words and the order without any filter. */
export const unfiltered = (view: View): View => ({
  ...view,
  category: [],
  integration: [],
  audience: [],
  price: [],
  page: 1,
  tools: false,
})

/** How many choices there are. */
export const chosenIn = (view: View): number => FILTERS.reduce((n, name) => n + view[name].length, 0)

/** The one category that is shown, if that is all that was asked for: such a view is a page of its own for search engines. */
export const onlyCategory = (view: View): string | undefined =>
  !view.q && !view.tools && chosenIn(view) === 1 && (view.sort ?? 'popular') === 'popular'
    ? view.category[0]
    : undefined

/** Whether search engines should list the view: the whole list and whole categories, page by page, in one order only. */
export const isFindable = (view: View): boolean =>
  onlyCategory(view) !== undefined || (!view.q && chosenIn(view) === 0 && (view.sort ?? 'popular') === 'popular')
