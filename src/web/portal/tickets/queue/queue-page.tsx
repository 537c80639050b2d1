import { useSearchParams } from 'react-router'
import { brand } from '../../../../../brand.config.ts'
import { readFilter } from '../../lists/filter.ts'
import { loadTicketQueue, ticketQueue } from './queue-list.ts'
import { TicketQueue } from './ticket-queue.tsx'

export const meta = () => [{ title: `Ticket queue · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadTicketQueue

/** `/admin/tickets`: the tickets of all companies, for staff. */
export default function QueuePage() {
  const [query] = useSearchParams()
  return <TicketQueue company={readFilter(ticketQueue.filter, query).company} />
}
