import { useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { type Side, statusLook, ticketName } from './labels.ts'
import type { Status, Ticket } from './model.ts'
import { keepTicket, refreshLists, refreshMessages, ticketOptions } from './ticket-queries.ts'

/** Changes a ticket's status: shown at once, taken back if the server refuses, undone by the toast where that is possible. */
export function useSetStatus(side: Side) {
  const { mutate, isPending, variables } = useMutation({
    // Offline it fails at once and says so, instead of waiting in silence.
    networkMode: 'always',
    mutationFn: ({ ticket, status }: { ticket: Ticket; status: Status }) =>
      client.tickets.setStatus({ id: ticket.id, status, version: ticket.version }),
    onMutate: ({ ticket, status }) => queries.setQueryData(ticketOptions(ticket.id).queryKey, { ...ticket, status }),
    onSuccess: (answer, { ticket }) => {
      keepTicket(answer)
      refreshLists()
      void refreshMessages(ticket.id)
      toast({
        title: `${ticketName(answer.number)}: ${statusLook(answer.status, side).label}`,
        tone: 'good',
        action: answer.can.statuses.includes(ticket.status)
          ? { label: 'Undo', onClick: () => mutate({ ticket: answer, status: ticket.status }) }
          : undefined,
      })
    },
    onError: (e, { ticket, status }) => {
      const failure = failureOf(e)
      const current = failure?.data?.current as Ticket | undefined
      keepTicket(current ?? ticket)
      // Something else about it was changed: both stay.
      if (current?.status === ticket.status && current.can.statuses.includes(status)) {
        mutate({ ticket: current, status })
        return
      }
      if (current) void refreshMessages(ticket.id)
      toast({
        title: current ? 'Somebody was faster' : 'The status was not changed',
        description: current
          ? `The ticket was changed meanwhile. Its status is “${statusLook(current.status, side).label}” now; decide again.`
          : (failure?.message ?? 'Something went wrong. Try again.'),
        tone: 'destructive',
        action: current?.can.statuses.includes(status)
          ? {
              label: `Set to “${statusLook(status, side).label}”`,
              onClick: () => mutate({ ticket: current, status }),
            }
          : undefined,
        stay: 12_000,
      })
    },
  })
  return {
    /** `done` runs once the server has it. */
    set: (ticket: Ticket, status: Status, done?: () => void) => mutate({ ticket, status }, { onSuccess: done }),
    /** The status on its way to the server. */
    pending: isPending ? variables.status : undefined,
  }
}
