import { showMinutes } from '../../ui/minutes-text.ts'
import { categoryLabels, priorityLabels, type Side, statusLook } from './labels.ts'
import type { Category, Priority, Status, TicketChange } from './model.ts'

const statusWord = (value: string | null, side: Side) => statusLook(value as Status, side)?.label ?? value
const priorityWord = (value: string | null) => {
  const word = priorityLabels[value as Priority]
  return word ? `${value} ${word.toLowerCase()}` : value
}

const estimateVerbs: Record<string, string> = {
  proposed: 'proposed an estimate of',
  approved: 'approved the estimate of',
  declined: 'declined the estimate of',
  withdrawn: 'withdrew the estimate of',
  expired: 'noted the end of the estimate of',
}

/** A line of a ticket's history as the rest of a sentence that begins with its author's name. */
export function changeText({ type, from, to, comment }: TicketChange, side: Side, author: string): string {
  switch (type) {
    case 'status':
      if (to === 'in_progress' && (from === 'resolved' || from === 'closed')) return 'reopened the ticket'
      if (to === 'closed') return 'closed the ticket'
      if (to === 'resolved') return 'resolved the ticket'
      return `changed the status from ${statusWord(from, side)} to ${statusWord(to, side)}`
    case 'priority':
      return `changed the priority from ${priorityWord(from)} to ${priorityWord(to)}`
    case 'assignee':
      if (!to) return from === author ? 'gave the ticket back' : `unassigned ${from ?? 'the ticket'}`
      if (to === author) return from ? `took the ticket over from ${from}` : 'took the ticket'
      return from ? `handed the ticket from ${from} to ${to}` : `assigned the ticket to ${to}`
    case 'subject':
      return `changed the subject from “${from}” to “${to}”`
    case 'category':
      return `changed the category from ${categoryLabels[from as Category] ?? from} to ${categoryLabels[to as Category] ?? to}`
    case 'client':
    case 'contact':
    case 'agreement':
      if (!to) return `took ${type} ${from ?? ''} off the ticket`
      return from ? `changed the ${type} from ${from} to ${to}` : `set the ${type} to ${to}`
    case 'installation':
      if (!to) return `took the automation ${from ?? ''} off the ticket`
      return from ? `changed the automation from ${from} to ${to}` : `set the automation to ${to}`
    // The other ticket stands behind it as a link.
    case 'merged_into':
      return 'merged this ticket into'
    case 'merged_from':
      return 'merged into this ticket'
    case 'split_into':
      return 'moved messages to'
    case 'split_from':
      return 'began this ticket with messages of'
    case 'linked':
      return 'linked'
    case 'estimate':
      return `${estimateVerbs[to ?? ''] ?? to} ${showMinutes(Number(from))}${comment ? `: “${comment}”` : ''}`
    case 'unlinked':
      return 'took away the link to'
  }
}
