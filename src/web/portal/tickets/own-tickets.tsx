import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { mapCountsByView } from './lists.tsx'
import { OtherStatuses } from './other-statuses.tsx'
import { ownTickets } from './own-list.ts'
import { refreshTicketCounts, ticketCountsOptions } from './ticket-queries.ts'

const newTicket = (
  <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
    New ticket
  </LinkButton>
)

const none: Record<string, Nothing> = {
  waiting: {
    title: 'No tickets await your reply',
    text: 'Tickets that need a reply from you appear here.',
  },
  resolved: { title: 'No resolved tickets', text: 'Resolved tickets appear here until they close, one week later.' },
  closed: { title: 'No closed tickets', text: 'Closed tickets appear here. You can reopen them.' },
}

/** The tickets of the user's own company. */
export function OwnTickets() {
  const { data } = useQuery(ticketCountsOptions(undefined))
  const counts = data && mapCountsByView(data)
  const some = counts !== undefined && (counts.all ?? 0) > 0
  const nothing = (view: string | undefined): Nothing =>
    (some && view && none[view]) || {
      title: some ? 'No open tickets' : 'No tickets yet',
      text: 'Is something not working, or do you need a change? Open a ticket and track it here.',
      action: newTicket,
    }
  return (
    <ListScreen
      list={ownTickets}
      title="Tickets"
      description="All tickets from your company."
      actions={newTicket}
      counts={{ of: counts }}
      empty={nothing}
      hint={<OtherStatuses schema={ownTickets.filter as never} />}
      onReload={refreshTicketCounts}
    />
  )
}
