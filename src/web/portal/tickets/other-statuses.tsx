import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { Anchor } from '../../ui/anchor.tsx'
import { type Filter, type FilterSchema, toFilterInput } from '../lists/filter.ts'
import { useListFilter } from '../lists/use-list-filter.ts'
import { api } from '../platform/data/api.ts'
import { openStatuses } from './facts/labels.ts'
import type { Status } from './model.ts'

const MOST = 100
const FRESH_MS = 10_000
/** The other views in which a ticket may be found. */
const tabs: { label: string; status: Status[] }[] = [
  { label: 'All open', status: [...openStatuses] },
  { label: 'Resolved', status: ['resolved'] },
  { label: 'Closed', status: ['closed'] },
]

/** While the user searches in one view, shows how many matches the other views have, each with a link. */
export function OtherStatuses({ schema }: { schema: FilterSchema }) {
  const { filter, hrefOf } = useListFilter(schema)
  const shown = (filter as Filter & { status: Status[] }).status
  const q = filter.q.trim()
  // Skipped when nothing is searched or all statuses are already shown.
  const searched = q !== '' && shown.length > 0
  const others = tabs
    .map((tab) => ({ ...tab, hidden: tab.status.filter((status) => !shown.includes(status)) }))
    .filter(({ hidden }) => searched && hidden.length > 0)
  // One query per view: in a combined query, the first hits could hide a view with older tickets.
  const answers = useQueries({
    queries: others.map(({ hidden }) =>
      api.tickets.list.queryOptions({
        // The fields of a generic schema have no static types.
        input: { ...(toFilterInput(schema, filter) as object), status: hidden, limit: MOST } as never,
        staleTime: FRESH_MS,
        placeholderData: keepPreviousData,
      }),
    ),
  })
  const found = others.flatMap(({ label, status }, index) => {
    const { data } = answers[index] ?? {}
    if (!data || data.instead || data.items.length === 0) return []
    const count = `${data.items.length}${data.nextCursor === null ? '' : '+'}`
    return [{ label, count, href: hrefOf({ ...filter, status } as Filter) }]
  })
  if (found.length === 0) return null
  return (
    <p role="status" className="-mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {found.map(({ label, count, href }) => (
        <Anchor
          key={label}
          href={href}
          className="inline-flex items-center rounded-sm text-accent underline underline-offset-3 max-md:min-h-11"
        >
          {`${count} more in ${label}`}
        </Anchor>
      ))}
    </p>
  )
}
