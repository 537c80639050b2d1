import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { ticketName } from './labels.ts'
import type { Ticket } from './model.ts'
import { keepTicket, refreshLists } from './ticket-queries.ts'

/** Takes the most urgent ticket that nobody has; undefined when there is none or it failed, which was said then. */
export async function takeNext(): Promise<Ticket | undefined> {
  try {
    const { ticket } = await client.tickets.takeNext({}, { context: { idempotencyKey: crypto.randomUUID() } })
    if (!ticket) {
      toast({ title: 'Everything has somebody', description: 'There is no ticket to take.' })
      return undefined
    }
    keepTicket(ticket)
    refreshLists()
    toast({ title: `${ticketName(ticket.number)} is yours`, tone: 'good' })
    return ticket
  } catch (e) {
    toast({ title: 'No ticket was taken', description: failureOf(e)?.message, tone: 'destructive' })
    return undefined
  }
}
