import { Inbox, SearchX, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Filter, isNarrowed, isView, moveToView, widenFilter } from './filter.ts'
import type { List } from './list.ts'

/** The content of a list that has no rows and no filters. */
export type Nothing = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode }

interface ListEmptyProps {
  list: List<never>
  filter: Filter
  onChange: (filter: Filter) => void
  /** The request waits for the network. */
  offline: boolean
  nothing: Nothing | ((view: string | undefined, filter: Filter) => Nothing)
}

/** Shown in a list without rows, with what to do about it. */
export function ListEmpty({ list, filter, onChange, offline, nothing }: ListEmptyProps) {
  const { filter: schema, views } = list
  const many = list.noun[1]
  if (offline) {
    return (
      <EmptyState icon={<WifiOff />} title="You’re offline">
        These {many} aren’t loaded yet. They’ll appear when you’re back online.
      </EmptyState>
    )
  }
  const view = views.find((v) => isView(schema, views, v, filter))
  if ((views.length > 0 && !view) || isNarrowed(schema, views, filter)) {
    const words = filter.q.trim()
    const everything = views.find((v) => v.everything)
    return (
      <EmptyState
        icon={<SearchX />}
        title={words ? `No ${many} match “${words}”` : `No ${many} match these filters`}
        action={
          <>
            <Button onClick={() => onChange(widenFilter(schema, views, filter))}>
              {words ? 'Clear search and filters' : 'Clear all filters'}
            </Button>
            {everything && view !== everything && (
              <Button onClick={() => onChange(moveToView(schema, views, everything, filter))}>
                {words ? `Search all ${many}` : `Show all ${many}`}
              </Button>
            )}
          </>
        }
      >
        {words ? 'Try fewer words or filters.' : 'Try fewer filters.'} {list.searchHint}
      </EmptyState>
    )
  }
  const { title, text, icon = <Inbox />, action } = typeof nothing === 'function' ? nothing(view?.key, filter) : nothing
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {text}
    </EmptyState>
  )
}
