import { formatMinutes } from '../../../../contract/plain/durations.ts'
import { getStatusLook, type Side } from '../facts/labels.ts'
import { describeFieldChange } from '../fields.tsx'
import type { Status, TicketChange } from '../model.ts'

const statusWord = (value: string | null, side: Side) => getStatusLook(value as Status, side)?.label ?? value

const estimateVerbs: Record<string, string> = {
  proposed: 'proposed an estimate of',
  approved: 'approved the estimate of',
  declined: 'declined the estimate of',
  withdrawn: 'withdrew the estimate of',
}

/** Describes a history entry as the rest of a sentence that begins with its author's name. */
export function changeText({ type, from, to, comment }: TicketChange, side: Side, author: string): string {
  switch (type) {
    case 'status':
      if (to === 'in_progress' && (from === 'resolved' || from === 'closed')) return 'reopened the ticket'
      if (to === 'closed') return 'closed the ticket'
      if (to === 'resolved') return 'resolved the ticket'
      return `changed the status from ${statusWord(from, side)} to ${statusWord(to, side)}`
    case 'assignee':
      if (!to) return from === author ? 'unassigned themselves' : `unassigned ${from ?? 'the ticket'}`
      if (to === author)
        return from ? `reassigned the ticket from ${from} to themselves` : 'assigned the ticket to themselves'
      return from ? `reassigned the ticket from ${from} to ${to}` : `assigned the ticket to ${to}`
    // A link to the other ticket follows this text.
    case 'merged_into':
      return 'merged this ticket into'
    case 'merged_from':
      return 'merged another ticket into this one:'
    case 'split_into':
      return 'moved messages to'
    case 'split_from':
      return 'created this ticket with messages from'
    case 'linked':
      return 'linked this ticket to'
    case 'estimate':
      if (to === 'expired') return `marked the estimate of ${formatMinutes(Number(from))} as expired`
      return `${estimateVerbs[to ?? ''] ?? to} ${formatMinutes(Number(from))}${comment ? `: “${comment}”` : ''}`
    case 'unlinked':
      return 'removed the link to'
    default:
      return describeFieldChange(type, from, to)
  }
}
