import { brand } from '../../../../../brand.config.ts'
import { readFilter } from '../../lists/filter.ts'
import { useAddress } from '../../platform/use-address.ts'
import { loadTicketQueue, ticketQueue } from './queue-list.ts'
import { TicketQueue } from './ticket-queue.tsx'

export const meta = () => [{ title: `Ticket queue · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadTicketQueue

/** `/admin/tickets`: the tickets of all companies, for staff. */
export default function QueuePage() {
  const [query] = useAddress()
  return <TicketQueue company={readFilter(ticketQueue.filter, query).company} />
}
