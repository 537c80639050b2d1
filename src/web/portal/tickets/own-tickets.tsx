import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { countsByView } from './lists.tsx'
import { ownTickets } from './own-list.ts'
import { countsOptions, refreshCounts } from './ticket-queries.ts'

const newTicket = (
  <LinkButton href="/tickets/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
    New ticket
  </LinkButton>
)

const none: Record<string, Nothing> = {
  waiting: {
    title: 'Nothing is waiting on you',
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
