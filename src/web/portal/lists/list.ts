// The declaration of a list, and its queries.
import type { ProcedureUtils } from '@orpc/tanstack-query'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type * as contract from '../../../contract/lists.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { api } from '../platform/data/api.ts'
import type { ScreenReads } from '../platform/data/screen-reads.ts'
import type { LiveEvent } from '../platform/live/live.client.ts'
import {
  type Fields,
  type Filter,
  type FilterInput,
  type FilterSchema,
  readFilter,
  toFilterInput,
  type View,
} from './filter.ts'

/** The lists that remember views and columns. Add the key of a new one to src/contract/lists.ts. */
export type ListKey = z.infer<typeof contract.ListKey>
export type SavedView = z.infer<typeof contract.SavedView>

/** A column, and whether users may hide it. The first one holds the row's link. */
export type ListColumn<Row> = Column<Row> & {
  /** Always shown. The first column is always shown anyway. */
  fixed?: boolean
  /** Hidden until the user chooses it. */
  optional?: boolean
  /** The content of the card on phones, instead of the cell, because cards have no column headers. */
  card?: (row: Row) => ReactNode
}

/** A page of a list, as the server returns it. */
export type Page<Row> = {
  items: Row[]
  nextCursor: string | null
  /** The text that was searched instead, because nothing matches what was typed. */
  instead?: string | null | undefined
}
// biome-ignore lint/suspicious/noExplicitAny: the call context and the errors do not matter here
type Operation<Input, Row> = ProcedureUtils<any, Input, Page<Row>, any>
type Sorts = readonly string[]

/** A list. Declare it with `defineList`, as a constant of its module. */
export type List<Row, F extends Fields = Fields, S extends Sorts = Sorts> = {
  key: ListKey
  filter: FilterSchema<F, S>
  /** The noun for a row: singular and plural. */
  noun: readonly [one: string, many: string]
  columns: readonly ListColumn<Row>[]
  /** The keys of the columns that a card on phones shows, in order. By default all, in the order of the table. */
  cards?: readonly string[]
  row: {
    key: (row: Row) => string
    /** Names the row for screen readers. */
    label: (row: Row) => string
    href?: (row: Row) => string
    /** Differs once the row was changed: rows that change while they are visible are highlighted. */
    version?: (row: Row) => string
  }
  /** Built-in views, the default first. */
  views: readonly View<F, S>[]
  /** The CSV route below /api/v1: `/contacts.csv`. Without it there is no export. */
  csv?: `/${string}.csv`
  /** Live topics that change this list. */
  topics: readonly LiveEvent['topic'][]
  /** A hint below a search that found nothing. */
  searchHint?: string
  /** Query options for the pages that match a filter. */
  pages: (filter: Filter<F, S>, fixed?: Record<string, unknown>) => PagesOptions<Row>
}
type PagesOptions<Row> = ReturnType<typeof pagesOf<Row>>

type Declared<Row, Input, F extends Fields, S extends Sorts> = Omit<
  List<Row, F, S>,
  'pages' | 'views' | 'topics' | 'filter'
> & {
  /** The operation that returns pages: `api.contacts.list`. */
  operation: Operation<Input, Row>
  filter: FilterSchema<F, S>
  views?: readonly View<F, S>[]
  topics?: readonly LiveEvent['topic'][]
}

/** Fields must be inputs of the operation with fitting values: a misspelled filter would narrow nothing. */
type Fits<Input, F extends Fields, S extends Sorts> = keyof F extends keyof Input
  ? Omit<FilterInput<F, S>, 'q'> extends Partial<Omit<Input, 'q'>>
    ? unknown
    : { filter: 'a value of the filter does not fit the input of the operation' }
  : { filter: 'the operation has no input of this name' }

const ROWS = 50
const first: string | undefined = undefined
/** Others change rows all the time: cached data is shown immediately and refetched on every visit. */
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
      pagesOf(operation as Operation<never, Row>, { ...toFilterInput(declared.filter, filter), ...fixed }),
  }
}

/** Query options for the reader's saved views and columns of a list. */
export const keptOptions = (list: ListKey) => api.lists.get.queryOptions({ input: { list } })

/** Returns the reads that the screen of a list begins with. */
export const listReads =
  <Row, F extends Fields, S extends Sorts>(list: List<Row, F, S>): ScreenReads =>
  ({ url }) => [list.pages(readFilter(list.filter, url.searchParams)), keptOptions(list.key)]
