// The views and columns that a user has saved for a list.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Filter, type FilterSchema, readFilter, writeFilter } from './filter.ts'
import { keptOptions, type List, type ListColumn, type ListKey, type SavedView } from './list.ts'

const NONE: readonly SavedView[] = []

/** Returns an address as the list would write it, so that equal filters have equal texts. */
const canonical = (schema: FilterSchema, query: string) =>
  writeFilter(schema, readFilter(schema, new URLSearchParams(query))).toString()

/** Returns what is saved for a list, and which saved view the filter is. */
export function useKept(list: List<never>, filter: Filter) {
  const { data, isPending, fetchStatus, failureCount } = useQuery(keptOptions(list.key))
  const views = data?.views ?? NONE
  const now = writeFilter(list.filter, filter).toString()
  const open = views.find((v) => canonical(list.filter, v.query) === now)
  return {
    views,
    columns: data?.columns ?? null,
    open,
    /**
     * True while loading, until the first failure. Rows wait for it, so that columns do not change while the reader
     * looks at them.
     */
    waits: isPending && fetchStatus === 'fetching' && failureCount === 0,
    last: useLastOpen(list.key, open, views, now === ''),
  }
}
export type Kept = ReturnType<typeof useKept>

/** Returns the saved view that the reader came from, in which changes can be saved. An empty address forgets it. */
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

/** Returns the columns that users can show or hide. */
export const listChoosable = (list: List<never>): ListColumn<never>[] => list.columns.filter((c, i) => !stays(c, i))

/** Returns the keys of the columns that are shown, in table order. `chosen` is null for the default columns. */
export function listShownKeys(list: List<never>, chosen: readonly string[] | null): string[] {
  return list.columns
    .filter((c, i) => stays(c, i) || (chosen ? chosen.includes(c.key) : c.optional !== true))
    .map((c) => c.key)
}
