import { ListScreen } from '../lists/list-screen.tsx'
import type { Side } from './labels.ts'
import { ticketsOfList, ticketsOfListForStaff } from './of-list.ts'

interface TicketsOfProps {
  side: Side
  /** Whose they are: `{ client }` or `{ contact }`. */
  of: { client: string } | { contact: string }
  /** What is said when there is none. */
  empty: { title: string; text: string }
}

/** The tickets of one client or contact, inside its page. */
export function TicketsOf({ side, of, empty }: TicketsOfProps) {
  return (
    <ListScreen
      list={side === 'staff' ? ticketsOfListForStaff : ticketsOfList}
      title="Tickets"
      fixed={of}
      empty={empty}
      embedded
    />
  )
}
