import { useQuery } from '@tanstack/react-query'
import { Inbox, Plus, SearchX, WifiOff } from 'lucide-react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Side } from './labels.ts'
import { countOf, isNarrowed, isView, type ListFilter, viewsOf, widened } from './list-filter.ts'
import { countsOptions } from './ticket-queries.ts'

interface ListEmptyProps {
  side: Side
  filter: ListFilter
  onChange: (filter: ListFilter) => void
  /** The question waits for the network. */
  offline: boolean
}

/** What stands in a list without rows, and what to do about it. */
export function ListEmpty({ side, filter, onChange, offline }: ListEmptyProps) {
  if (offline) {
    return (
      <EmptyState icon={<WifiOff />} title="You are offline">
        These tickets were not loaded yet. They appear when you are back.
      </EmptyState>
    )
  }
  const view = viewsOf(side).find((v) => isView(v, filter))
  if (!view || isNarrowed(filter)) {
    const words = filter.q.trim()
    return (
      <EmptyState
        icon={<SearchX />}
        title={words ? `Nothing found for “${words}”` : 'No ticket passes these filters'}
        action={
          <>
            <Button onClick={() => onChange({ ...widened(filter), status: view?.status })}>
              Clear search and filters
            </Button>
            {filter.status !== 'all' && (
              <Button onClick={() => onChange({ ...filter, status: 'all', assignee: undefined })}>
                Look in all tickets
              </Button>
            )}
          </>
        }
      >
        Fewer words or filters find more. A ticket’s number works too.
      </EmptyState>
    )
  }
  return side === 'staff' ? <EmptyQueue view={view.key} /> : <NoTickets view={view.key} />
}

const queue: Record<string, [title: string, text: string]> = {
  mine: ['Nothing is assigned to you', 'Take a ticket from “Unassigned”; it stands here until it is resolved.'],
  unassigned: ['Everything has somebody', 'New tickets appear here by themselves.'],
}

function EmptyQueue({ view }: { view: string }) {
  const [title, text] = queue[view] ?? ['No tickets here', 'They appear by themselves.']
  return (
    <EmptyState icon={<Inbox />} title={title}>
      {text}
    </EmptyState>
  )
}

const partner: Record<string, [title: string, text: string]> = {
  waiting: ['Nothing waits for you', 'When we need an answer from you to go on, the ticket stands here.'],
  resolved: ['No resolved tickets', 'Resolved tickets stand here for a week, then they are closed.'],
  closed: ['No closed tickets', 'Closed tickets stay here and can be reopened.'],
}

function NoTickets({ view }: { view: string }) {
  const { data: counts } = useQuery(countsOptions(undefined))
  const all = viewsOf('partner').find((v) => v.key === 'all')
  const some = counts && all ? countOf(all, counts) > 0 : false
  const told = partner[view]
  if (told && some) {
    return (
      <EmptyState icon={<Inbox />} title={told[0]}>
        {told[1]}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Inbox />}
      title={some ? 'No open tickets' : 'No tickets yet'}
      action={
        <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
          New ticket
        </LinkButton>
      }
    >
      Something does not run as it should, or should run differently? Tell us in a ticket and follow it here.
    </EmptyState>
  )
}
