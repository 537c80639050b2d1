// What a person keeps about a list: which view an address is, which columns are shown.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Filter, type FilterSchema, readFilter, writeFilter } from './filter.ts'
import { keptOptions, type List, type ListColumn, type ListKey, type SavedView } from './list.ts'

const NONE: readonly SavedView[] = []

/** An address as the list would write it: two that mean the same are the same text. */
const canonical = (schema: FilterSchema, query: string) =>
  writeFilter(schema, readFilter(schema, new URLSearchParams(query))).toString()

/** What is kept about a list, and which saved view the filter is. */
export function useKept(list: List<never>, filter: Filter) {
  const { data, isPending, fetchStatus, failureCount } = useQuery(keptOptions(list.key))
  const views = data?.views ?? NONE
  const now = writeFilter(list.filter, filter).toString()
  const open = views.find((v) => canonical(list.filter, v.query) === now)
  return {
    views,
    columns: data?.columns ?? null,
    open,
    /** The answer is under way and has not failed: rows wait for it, so that columns do not change under the eye. */
    waits: isPending && fetchStatus === 'fetching' && failureCount === 0,
    last: useLastOpen(list.key, open, views, now === ''),
  }
}
export type Kept = ReturnType<typeof useKept>

/** The saved view that the reader came from: what was changed since can be saved into it. An empty address forgets it. */
function useLastOpen(key: ListKey, open: SavedView | undefined, views: readonly SavedView[], forget: boolean) {
  const [last, setLast] = useState<{ key: ListKey; id: string }>()
  const id = open?.id
  useEffect(() => {
    if (id) setLast({ key, id })
    else if (forget) setLast(undefined)
  }, [key, id, forget])
  return last?.key === key ? views.find((v) => v.id === last.id) : undefined
}

const stays = (column: ListColumn<never>, index: number) => index === 0 || column.fixed === true

/** Columns that people may show or hide. */
export const choosable = (list: List<never>): ListColumn<never>[] => list.columns.filter((c, i) => !stays(c, i))

/** The keys of the columns that are shown, in the order of the table. `chosen` null: the usual ones. */
export function shownKeys(list: List<never>, chosen: readonly string[] | null): string[] {
  return list.columns
    .filter((c, i) => stays(c, i) || (chosen ? chosen.includes(c.key) : c.optional !== true))
    .map((c) => c.key)
}
