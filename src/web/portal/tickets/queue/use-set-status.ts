import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { changeInTurn } from '../../platform/data/send-in-turn.ts'
import { formatTicketNumber, getStatusLook, type Side } from '../facts/labels.ts'
import type { Status, Ticket, TicketRow } from '../model.ts'
import {
  getShownTicket,
  keepTicket,
  refreshMessages,
  refreshTicketLists,
  showTicketChange,
  ticketOptions,
} from '../ticket-queries.ts'

/**
 * Returns a function that changes a ticket's status, and the status that is being sent. The change is shown
 * immediately, and reverted if the server rejects it. The toast offers Undo if the ticket can return to its status.
 */
export function useSetTicketStatus(side: Side) {
  const { mutate, isPending, variables } = useMutation({
    // Offline, fail immediately with a message instead of waiting silently.
    networkMode: 'always',
    mutationFn: ({ ticket, status }: { ticket: TicketRow; status: Status }) =>
      changeInTurn<TicketRow, Ticket>({
        kind: 'ticket',
        what: 'status',
        base: ticket,
        shown: { status },
        isSame: (now) => now.status === ticket.status,
        send: (version, context) => client.tickets.setStatus({ id: ticket.id, status, version }, { context }),
      }),
    onMutate: ({ ticket, status }) => showTicketChange(ticket.id, { status }),
    onSuccess: (answer, { ticket }) => {
      keepTicket(answer)
      refreshTicketLists()
      void refreshMessages(ticket.id)
      showToast({
        title: `${formatTicketNumber(answer.number)}: ${getStatusLook(answer.status, side).label}`,
        tone: 'good',
        about: `ticket ${answer.id}`,
        action: answer.can.statuses.includes(ticket.status)
          ? {
              label: 'Undo',
              onClick: () => mutate({ ticket: answer, status: ticket.status }),
              possible: () => {
                const kept = queries.getQueryData(ticketOptions(answer.id).queryKey)
                return !kept || (kept.status === answer.status && kept.can.statuses.includes(ticket.status))
              },
            }
          : undefined,
      })
    },
    onError: (e, { ticket, status }) => {
      const failure = parseFailure(e)
      const current = failure?.data?.current as Ticket | undefined
      showTicketChange(ticket.id, { status: ticket.status })
      if (current) {
        keepTicket(current)
        void refreshMessages(ticket.id)
      }
      showToast({
        title: current ? 'Someone else changed this ticket' : 'The status was not changed',
        description: current
          ? `Its status is now “${getStatusLook(current.status, side).label}”. Review the changes and try again.`
          : (failure?.message ?? 'Check your connection and try again.'),
        tone: 'destructive',
        about: `ticket ${ticket.id}`,
        action: current?.can.statuses.includes(status)
          ? {
              label: `Set to “${getStatusLook(status, side).label}”`,
              onClick: () => mutate({ ticket: current, status }),
            }
          : undefined,
        stay: 12_000,
      })
    },
  })
  return {
    /** `done` runs once the server has accepted it. */
    set: (ticket: Ticket, status: Status, done?: () => void) =>
      mutate({ ticket: getShownTicket(ticket), status }, { onSuccess: done }),
    /** The status that is being sent to the server. */
    pending: isPending ? variables.status : undefined,
  }
}
