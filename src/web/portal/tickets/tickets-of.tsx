import { ListScreen } from '../lists/list-screen.tsx'
import type { Side } from './facts/labels.ts'
import { ticketsOfList, ticketsOfListForStaff } from './of-list.ts'

interface TicketsOfProps {
  side: Side
  /** Whose tickets: `{ client }` or `{ contact }`. */
  of: { client: string } | { contact: string }
  /** Shown if there are none. */
  empty: { title: string; text: string }
}

/** The tickets of one client or contact, as a section of its page. */
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
