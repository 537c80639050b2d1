import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { ticketName } from './labels.ts'
import type { Ticket, TicketRow } from './model.ts'
import { keepRow, keepTicket, refreshLists, refreshMessages, ticketOptions } from './ticket-queries.ts'

type Person = TicketRow['assignee']

/** Gives a ticket to somebody, or to nobody: shown at once, taken back if the server refuses, undone by the toast. */
export async function assign(ticket: TicketRow, to: Person, undoing = false): Promise<void> {
  show(ticket, to)
  try {
    const answer = await client.tickets.assign({ id: ticket.id, assigneeId: to?.id ?? null, version: ticket.version })
    keepTicket(answer)
    refreshLists()
    void refreshMessages(ticket.id)
    if (undoing) return
    toast({
      title: to
        ? `${ticketName(ticket.number)} assigned to ${to.name}`
        : `${ticketName(ticket.number)} is nobody's now`,
      tone: 'good',
      action: { label: 'Undo', onClick: () => void assign(answer, ticket.assignee, true) },
    })
  } catch (e) {
    const current = failureOf(e)?.data?.current as Ticket | undefined
    if (current) {
      keepTicket(current)
      void refreshMessages(ticket.id)
      // Something else about it was changed: both stay.
      if (current.assignee?.id === ticket.assignee?.id) return assign(current, to, undoing)
      toast({
        title: current.assignee
          ? `${current.assignee.name} has ${ticketName(ticket.number)} now`
          : `${ticketName(ticket.number)} was taken from ${ticket.assignee?.name} meanwhile`,
        description: 'Somebody else was faster.',
        tone: 'destructive',
        action: {
          label: to ? `Assign to ${to.name} all the same` : 'Take it away all the same',
          onClick: () => void assign(current, to),
        },
        stay: 12_000,
      })
      return
    }
    show(ticket, ticket.assignee)
    toast({
      title: `${ticketName(ticket.number)} was not assigned`,
      description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
      tone: 'destructive',
    })
  }
}

function show(ticket: TicketRow, assignee: Person) {
  keepRow({ ...ticket, assignee })
  queries.setQueryData(ticketOptions(ticket.id).queryKey, (kept: Ticket | undefined) => kept && { ...kept, assignee })
}
