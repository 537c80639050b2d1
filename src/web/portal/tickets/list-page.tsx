import { Navigate, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { handleOf, loadReads } from '../platform/data/screen-reads.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { ownTicketReads } from './own-list.ts'
import { OwnTickets } from './own-tickets.tsx'

export const meta = () => [{ title: `Tickets · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export const handle = handleOf(ownTicketReads)
export const clientLoader = loadReads(ownTicketReads)

/** `/tickets`: the tickets of the reader's company. Redirects staff to the ticket queue. */
export default function ListPage() {
  const { ready, isInternalUser } = useAuth()
  const { search } = useLocation()
  if (ready && isInternalUser) return <Navigate replace to={`/admin/tickets${search}`} />
  return <OwnTickets />
}
