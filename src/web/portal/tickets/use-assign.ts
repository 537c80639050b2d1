import { useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { ticketName } from './labels.ts'
import type { Ticket, TicketRow } from './model.ts'
import { keepRow, keepTicket, refreshLists, refreshMessages, ticketOptions } from './ticket-queries.ts'

type Person = TicketRow['assignee']
type Order = { ticket: TicketRow; to: Person; undoing?: boolean }

/** Gives a ticket to somebody, or to nobody: shown at once, taken back if the server refuses, undone by the toast. */
export function useAssign() {
  const { mutate } = useMutation({
    // Offline it fails at once and says so, instead of waiting in silence.
    networkMode: 'always',
    mutationFn: ({ ticket, to }: Order) => client.tickets.assign({ id: ticket.id, assigneeId: to?.id ?? null }),
    onMutate: ({ ticket, to }: Order) => show(ticket, to),
    onSuccess: (answer, { ticket, to, undoing }) => {
      keepTicket(answer)
      refreshLists()
      void refreshMessages(ticket.id)
      if (undoing) return
      toast({
        title: to
          ? `${ticketName(ticket.number)} assigned to ${to.name}`
          : `${ticketName(ticket.number)} is nobody's now`,
        tone: 'good',
        action: { label: 'Undo', onClick: () => mutate({ ticket: answer, to: ticket.assignee, undoing: true }) },
      })
    },
    onError: (e, { ticket }) => {
      show(ticket, ticket.assignee)
      toast({
        title: `${ticketName(ticket.number)} was not assigned`,
        description: failureOf(e)?.message ?? 'Something went wrong. Try again.',
        tone: 'destructive',
      })
    },
  })
  return (ticket: TicketRow, to: Person) => mutate({ ticket, to })
}

function show(ticket: TicketRow, assignee: Person) {
  keepRow({ ...ticket, assignee })
  queries.setQueryData(ticketOptions(ticket.id).queryKey, (kept: Ticket | undefined) => kept && { ...kept, assignee })
}
