// A list as declared, and the questions it asks the server.
import type { ProcedureUtils } from '@orpc/tanstack-query'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type * as contract from '../../../contract/lists.ts'
import type { Column } from '../../ui/table-column.ts'
import { api } from '../platform/api.ts'
import type { LiveEvent } from '../platform/live.client.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import {
  type Fields,
  type Filter,
  type FilterInput,
  type FilterSchema,
  inputOf,
  readFilter,
  type View,
} from './filter.ts'

/** The lists that remember views and columns; a new one is a word in src/contract/lists.ts. */
export type ListKey = z.infer<typeof contract.ListKey>
export type SavedView = z.infer<typeof contract.SavedView>

/** A column, and whether people may hide it. The first one holds the row's link. */
export type ListColumn<Row> = Column<Row> & {
  /** Always shown. The first column is so anyway. */
  fixed?: boolean
  /** Not shown until somebody chooses it. */
  optional?: boolean
  /** On phones, where there is no head over the cell: what the card shows instead. */
  card?: (row: Row) => ReactNode
}

/** A page of a list, as the server gives it. */
export type Page<Row> = {
  items: Row[]
  nextCursor: string | null
  /** What was looked for because nothing has what was typed. */
  instead?: string | null | undefined
}
// biome-ignore lint/suspicious/noExplicitAny: the context of calls and the errors play no part here
type Operation<Input, Row> = ProcedureUtils<any, Input, Page<Row>, any>
type Sorts = readonly string[]

/** A list. Declare it with `defineList`, as a constant of its module. */
export type List<Row, F extends Fields = Fields, S extends Sorts = Sorts> = {
  key: ListKey
  filter: FilterSchema<F, S>
  /** What a row is called: one and many. */
  noun: readonly [one: string, many: string]
  columns: readonly ListColumn<Row>[]
  /** On phones: keys of columns in the order of the card; without it, as in the table. */
  cards?: readonly string[]
  row: {
    key: (row: Row) => string
    /** Names the row for screen readers. */
    label: (row: Row) => string
    href?: (row: Row) => string
    /** Differs once the row was changed: rows that change while they are looked at light up. */
    version?: (row: Row) => string
  }
  /** Built-in views, the usual one first. */
  views: readonly View<F, S>[]
  /** The CSV route below /api/v1: `/contacts.csv`. Without it there is no export. */
  csv?: `/${string}.csv`
  /** Live topics that change this list. */
  topics: readonly LiveEvent['topic'][]
  /** Shows a hint beneath a search that found nothing. */
  searchHint?: string
  /** The pages that pass a filter. */
  pages: (filter: Filter<F, S>, fixed?: Record<string, unknown>) => PagesOptions<Row>
}
type PagesOptions<Row> = ReturnType<typeof pagesOf<Row>>

type Declared<Row, Input, F extends Fields, S extends Sorts> = Omit<
  List<Row, F, S>,
  'pages' | 'views' | 'topics' | 'filter'
> & {
  /** The operation that answers with pages: `api.contacts.list`. */
  operation: Operation<Input, Row>
  filter: FilterSchema<F, S>
  views?: readonly View<F, S>[]
  topics?: readonly LiveEvent['topic'][]
}

/** Fields must be inputs of the operation, and their values fit: a misspelt filter would narrow nothing. */
type Fits<Input, F extends Fields, S extends Sorts> = keyof F extends keyof Input
  ? Omit<FilterInput<F, S>, 'q'> extends Partial<Omit<Input, 'q'>>
    ? unknown
    : { filter: 'a value of the filter does not fit the input of the operation' }
  : { filter: 'the operation has no input of this name' }

const ROWS = 50
const first: string | undefined = undefined
/** Others change rows all the time: what is kept is shown at once, and asked for again on every visit. */
const FRESH_MS = 2_000

function pagesOf<Row>(operation: Operation<never, Row>, input: Record<string, unknown>) {
  const { queryKey, queryFn } = operation.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...input, limit: ROWS, cursor }) as never,
    initialPageParam: first,
    getNextPageParam: (page: Page<Row>) => page.nextCursor ?? undefined,
  })
  return infiniteQueryOptions<
    Page<Row>,
    Error,
    InfiniteData<Page<Row>, string | undefined>,
    typeof queryKey,
    string | undefined
  >({
    queryKey,
    queryFn: queryFn as never,
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })
}

/** Declares a list: see list-screen.tsx for an example. */
export function defineList<Row, Input, const F extends Fields, const S extends Sorts>(
  declared: Declared<Row, Input, F, S> & Fits<Input, F, S>,
): List<Row, F, S> {
  const { operation, views = [], topics = [], ...rest } = declared as Declared<Row, Input, F, S>
  return {
    ...rest,
    views,
    topics,
    pages: (filter, fixed) =>
      pagesOf(operation as Operation<never, Row>, { ...inputOf(declared.filter, filter), ...fixed }),
  }
}

/** What the reader keeps about a list: saved views, columns. */
export const keptOptions = (list: ListKey) => api.lists.get.queryOptions({ input: { list } })

/** A route loader: sets the questions of a list going and lets the screen appear at once. */
export const loadList =
  <Row, F extends Fields, S extends Sorts>(list: List<Row, F, S>, fixed?: Record<string, unknown>) =>
  async ({ request }: { request: Request }): Promise<null> => {
    if (!readSession()) return null
    const filter = readFilter(list.filter, new URL(request.url).searchParams)
    void queries.prefetchInfiniteQuery(list.pages(filter, fixed))
    void queries.prefetchQuery(keptOptions(list.key))
    return null
  }
