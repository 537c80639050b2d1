import { brand } from '../../../../../brand.config.ts'
import { readFilter } from '../../lists/filter.ts'
import { handleOf, loadReads } from '../../platform/data/screen-reads.ts'
import { useAddress } from '../../platform/use-address.ts'
import { queueReads, ticketQueue } from './queue-list.ts'
import { TicketQueue } from './ticket-queue.tsx'

export const meta = () => [{ title: `Ticket queue · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const handle = handleOf(queueReads)
export const clientLoader = loadReads(queueReads)

/** `/admin/tickets`: the tickets of all companies, for staff. */
export default function QueuePage() {
  const [query] = useAddress()
  return <TicketQueue company={readFilter(ticketQueue.filter, query).company} />
}
