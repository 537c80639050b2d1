import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshTicketLists } from '../ticket-queries.ts'

/** Takes the most urgent unassigned ticket. Returns undefined if there is none or it failed; a toast then says so. */
export async function takeNextTicket(): Promise<Ticket | undefined> {
  try {
    const { ticket } = await client.tickets.takeNext({}, { context: { idempotencyKey: crypto.randomUUID() } })
    if (!ticket) {
      showToast({ title: 'There are no unassigned tickets' })
      return undefined
    }
    keepTicket(ticket)
    refreshTicketLists()
    showToast({ title: `${formatTicketNumber(ticket.number)} assigned to you`, tone: 'good' })
    return ticket
  } catch (e) {
    showToast({ title: 'No ticket was assigned', description: parseFailure(e)?.message, tone: 'destructive' })
    return undefined
  }
}
