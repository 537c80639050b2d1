import { showToast } from '../../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../../platform/data/api.ts'
import { queries } from '../../platform/data/queries.ts'
import { changeInTurn } from '../../platform/data/send-in-turn.ts'
import { formatTicketNumber } from '../facts/labels.ts'
import type { Ticket, TicketRow } from '../model.ts'
import {
  getShownTicket,
  keepTicket,
  refreshMessages,
  refreshTicketLists,
  showTicketChange,
  ticketOptions,
} from '../ticket-queries.ts'

type Person = TicketRow['assignee']

/**
 * Assigns or unassigns a ticket. The change is shown immediately, and reverted if the server rejects it. The toast
 * offers Undo.
 */
export async function assignTicket(from: TicketRow, to: Person, undoing = false): Promise<void> {
  const ticket = getShownTicket(from)
  showTicketChange(ticket.id, { assignee: to })
  try {
    const answer = await changeInTurn<TicketRow, Ticket>({
      kind: 'ticket',
      what: 'assignee',
      base: ticket,
      shown: { assignee: to },
      isSame: (now) => now.assignee?.id === ticket.assignee?.id,
      send: (version, context) =>
        client.tickets.assign({ id: ticket.id, assigneeId: to?.id ?? null, version }, { context }),
    })
    keepTicket(answer)
    refreshTicketLists()
    void refreshMessages(ticket.id)
    if (undoing) return
    showToast({
      title: to
        ? `${formatTicketNumber(ticket.number)} assigned to ${to.name}`
        : `${formatTicketNumber(ticket.number)} unassigned`,
      tone: 'good',
      about: `ticket ${ticket.id}`,
      action: {
        label: 'Undo',
        onClick: () => void assignTicket(answer, ticket.assignee, true),
        possible: () => {
          const kept = queries.getQueryData(ticketOptions(ticket.id).queryKey)
          return !kept || kept.assignee?.id === answer.assignee?.id
        },
      },
    })
  } catch (e) {
    const current = parseFailure(e)?.data?.current as Ticket | undefined
    if (current) {
      keepTicket(current)
      void refreshMessages(ticket.id)
      showToast({
        title: current.assignee
          ? `${formatTicketNumber(ticket.number)} is now assigned to ${current.assignee.name}`
          : `${formatTicketNumber(ticket.number)} is now unassigned`,
        description: 'Someone else changed the assignee first.',
        tone: 'destructive',
        about: `ticket ${ticket.id}`,
        action: {
          label: to ? `Assign to ${to.name} anyway` : 'Unassign anyway',
          onClick: () => void assignTicket(current, to),
        },
        stay: 12_000,
      })
      return
    }
    showTicketChange(ticket.id, { assignee: ticket.assignee })
    showToast({
      title: `The assignee of ${formatTicketNumber(ticket.number)} was not changed`,
      description: parseFailure(e)?.message ?? 'Check your connection and try again.',
      tone: 'destructive',
    })
  }
}
