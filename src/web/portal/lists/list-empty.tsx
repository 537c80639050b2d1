import { Inbox, SearchX, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type Filter, inView, isNarrowed, isView, widened } from './filter.ts'
import type { List } from './list.ts'

/** What stands in a list without rows when nothing narrows it. */
export type Nothing = { title: string; text?: ReactNode; icon?: ReactNode; action?: ReactNode }

interface ListEmptyProps {
  list: List<never>
  filter: Filter
  onChange: (filter: Filter) => void
  /** The question waits for the network. */
  offline: boolean
  nothing: Nothing | ((view: string | undefined, filter: Filter) => Nothing)
}

/** What stands in a list without rows, and what to do about it. */
export function ListEmpty({ list, filter, onChange, offline, nothing }: ListEmptyProps) {
  const { filter: schema, views } = list
  const [one, many] = list.noun
  if (offline) {
    return (
      <EmptyState icon={<WifiOff />} title="You are offline">
        These {many} were not loaded yet. They appear when you are back.
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
        title={words ? `Nothing found for “${words}”` : `No ${one} passes these filters`}
        action={
          <>
            <Button onClick={() => onChange(widened(schema, views, filter))}>Clear search and filters</Button>
            {everything && view !== everything && (
              <Button onClick={() => onChange(inView(schema, views, everything, filter))}>Look in all {many}</Button>
            )}
          </>
        }
      >
        Fewer words or filters find more. {list.searchHint}
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
