import { useQuery } from '@tanstack/react-query'
import { Plus, UserRoundCheck } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { ticketName } from './labels.ts'
import { countsByView, ownTickets, ticketQueue } from './lists.tsx'
import type { TicketRow } from './model.ts'
import { countsOptions, refreshCounts } from './ticket-queries.ts'
import { useAssign } from './use-assign.ts'

const newTicket = (
  <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
    New ticket
  </LinkButton>
)

const none: Record<string, Nothing> = {
  waiting: {
    title: 'Nothing waits for you',
    text: 'When we need an answer from you to go on, the ticket stands here.',
  },
  resolved: { title: 'No resolved tickets', text: 'Resolved tickets stand here for a week, then they are closed.' },
  closed: { title: 'No closed tickets', text: 'Closed tickets stay here and can be reopened.' },
}

/** The tickets of one's own company. */
export function OwnTickets() {
  const { data } = useQuery(countsOptions(undefined))
  const counts = data && countsByView(data)
  const some = counts !== undefined && (counts.all ?? 0) > 0
  const nothing = (view: string | undefined): Nothing =>
    (some && view && none[view]) || {
      title: some ? 'No open tickets' : 'No tickets yet',
      text: 'Something does not run as it should, or should run differently? Tell us in a ticket and follow it here.',
      action: newTicket,
    }
  return (
    <ListScreen
      list={ownTickets}
      title="Tickets"
      description="Everything your company has asked of us."
      actions={newTicket}
      counts={{ of: counts }}
      empty={nothing}
      onReload={refreshCounts}
    />
  )
}

const queueEmpty: Record<string, Nothing> = {
  mine: {
    title: 'Nothing is assigned to you',
    text: 'Take a ticket from “Unassigned”; it stands here until it is resolved.',
  },
  unassigned: { title: 'Everything has somebody', text: 'New tickets appear here by themselves.' },
}

/** The tickets of all companies, for staff. `company` is the one that the address names. */
export function TicketQueue({ company }: { company: string | undefined }) {
  const { data } = useQuery(countsOptions(company))
  return (
    <ListScreen
      list={ticketQueue}
      title="Ticket queue"
      description="What every partner has asked of us."
      counts={{ of: data && countsByView(data) }}
      empty={(view) => (view && queueEmpty[view]) || { title: 'No tickets here', text: 'They appear by themselves.' }}
      rowActions={useTakeIt()}
      onReload={refreshCounts}
    />
  )
}

/** The button at a row's end that gives the ticket to oneself. */
function useTakeIt() {
  const { profile } = useAuth()
  const assign = useAssign()
  const latest = useRef(assign)
  useEffect(() => {
    latest.current = assign
  })
  return useCallback(
    (t: TicketRow) =>
      profile && t.status !== 'closed' && t.assignee?.id !== profile.id ? (
        <IconButton
          size="sm"
          className={cx(
            'max-md:!size-9',
            t.assignee && 'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100',
          )}
          label={`Assign ${ticketName(t.number)} to me`}
          title="Assign to me"
          icon={<UserRoundCheck aria-hidden className="size-4" />}
          onClick={() => latest.current(t, { id: profile.id, name: profile.full_name })}
        />
      ) : null,
    [profile],
  )
}
