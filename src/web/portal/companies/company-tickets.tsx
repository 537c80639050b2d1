import { Ticket } from 'lucide-react'
import { useMemo } from 'react'
import { ListScreen } from '../lists/list-screen.tsx'
import { ticketQueue } from '../tickets/index.ts'

/** The tickets of one company, for staff. */
export function CompanyTickets({ companyId }: { companyId: string }) {
  const fixed = useMemo(() => ({ company: companyId }), [companyId])
  return (
    <ListScreen
      list={ticketQueue}
      title="Tickets"
      fixed={fixed}
      embedded
      empty={{ icon: <Ticket />, title: 'No tickets yet', text: 'Tickets from this company appear here.' }}
    />
  )
}
