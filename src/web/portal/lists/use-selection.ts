import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The operations on the selection that bulk actions can use. */
export type Choice = {
  clear: () => void
  /** Whether the list has more rows than are loaded. */
  more: boolean
  /** Loads the remaining rows, up to `limit`, and selects all of them. */
  all: (limit: number) => Promise<void>
}
type Loadable<Row> = {
  data: { pages: { items: Row[] }[] } | undefined
  hasNextPage: boolean
  isError: boolean
  fetchNextPage: () => Promise<Loadable<Row>>
}

/** Returns the rows that are selected. Another query clears the selection. */
export function useSelection<Row>(
  bulkActions: ((chosen: Row[], clear: () => void, choice: Choice) => ReactNode) | undefined,
  query: Loadable<Row>,
  rows: readonly Row[],
  key: (row: Row) => string,
  question: string,
) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // Whatever changes the selection stops a selection of all rows that still loads: its rows may be those of another
  // query by then.
  const loading = useRef<symbol>(undefined)
  const select = (rows: ReadonlySet<string>) => {
    loading.current = undefined
    setSelected(rows)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query clears the selection
  useEffect(() => {
    loading.current = undefined
    setSelected((now) => (now.size > 0 ? new Set() : now))
  }, [question])
  // Rows that have left the list since they were selected do not count.
  const chosen = rows.filter((row) => selected.has(key(row)))
  const choice: Choice = {
    clear: () => select(new Set()),
    more: query.hasNextPage,
    async all(limit) {
      const loaded = (of: Loadable<Row>) => of.data?.pages.flatMap((page) => page.items) ?? []
      let last = query
      const own = Symbol()
      loading.current = own
      while (last.hasNextPage && !last.isError && loaded(last).length < limit) {
        last = await last.fetchNextPage()
        if (loading.current !== own) return
      }
      select(new Set(loaded(last).slice(0, limit).map(key)))
    },
  }
  if (!bulkActions) return { chosen, choice }
  return {
    chosen,
    choice,
    selected: new Set(chosen.map(key)) as ReadonlySet<string>,
    onSelect: select,
    bulkActions: bulkActions(chosen, choice.clear, choice),
  }
}
