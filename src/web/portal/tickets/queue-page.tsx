import { brand } from '../../../../brand.config.ts'
import { loadList } from './prefetch.ts'
import { TicketList } from './ticket-list.tsx'

export const meta = () => [{ title: `Ticket queue · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const clientLoader = loadList

/** `/admin/tickets`: the tickets of all companies, for staff. */
export default function QueuePage() {
  return <TicketList side="staff" />
}
