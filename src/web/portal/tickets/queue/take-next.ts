import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { createOnceKeys } from '../../platform/data/once.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import type { Ticket } from '../model.ts'
import { keepTicket, refreshTicketLists } from '../ticket-queries.ts'

/** Opens a ticket. Resolves when its screen is there. */
type Open = (ticket: Ticket) => unknown

const keys = createOnceKeys()
let running: Promise<void> | undefined

/**
 * Takes the most urgent unassigned ticket and opens it. If there is none or it failed, a toast says so. A second call
 * before the ticket is open takes no other ticket: it resolves with the first.
 */
export function takeNextTicket(open: Open): Promise<void> {
  running ??= takeAndOpen(open).finally(() => {
    running = undefined
  })
  return running
}

async function takeAndOpen(open: Open): Promise<void> {
  const ticket = await take()
  if (ticket) await open(ticket)
}

async function take(): Promise<Ticket | undefined> {
  const input = {}
  try {
    const { ticket } = await client.tickets.takeNext(input, { context: { idempotencyKey: keys.keyFor(input) } })
    keys.done()
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
