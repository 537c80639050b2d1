// Operations of the tickets module. Other modules import from here.
import { mailOperations } from '../mails.ts'
import { cannedReplyOperations } from './canned-replies.ts'
import { conversationOperations } from './conversation.ts'
import { draftOperations } from './drafts.ts'
import { estimateOperations } from './estimates.ts'
import { factOperations } from './facts.ts'
import { ticketOperations } from './open.ts'
import { presenceOperations } from './presence.ts'
import { queueOperations } from './queue.ts'
import { slaOperations } from './sla.ts'

export { CANNED_VARIABLES, CannedReply } from './canned-replies.ts'
export { EDIT_MINUTES, MESSAGE_BODY_MAX, Message, Reply, Someone, WATCHERS_MAX } from './conversation.ts'
export { TicketDraft } from './drafts.ts'
export { Reserved, TicketHours } from './estimates.ts'
export { MergeTicket, RATING_DAYS } from './facts.ts'
export {
  EditTicket,
  IMPACTS,
  Impact,
  Priority,
  SORTS,
  STATUSES,
  Status,
  TICKET_CATEGORIES,
  TICKET_TAGS_MAX,
  TicketCategory,
  TicketChange,
  TicketFilter,
  TicketRow,
  TicketSource,
  URGENCIES,
  Urgency,
} from './fields.ts'
export { OpenTicket } from './open.ts'
export { Presence } from './presence.ts'
export { BulkChange, BulkOutcome, Workload } from './queue.ts'
export { Found } from './search.ts'
export { SLA_STATES, TicketClocks, TicketSla } from './sla.ts'
export {
  Estimate,
  Ticket,
  TicketCan,
  TicketLink,
  TicketNumber,
  TicketRef,
  TicketReview,
  Watcher,
  WatcherRef,
} from './ticket.ts'

export const tickets = {
  ...ticketOperations,
  ...queueOperations,
  ...factOperations,
  ...slaOperations,
  ...conversationOperations,
  ...draftOperations,
  ...cannedReplyOperations,
  ...estimateOperations,
  ...presenceOperations,
  ...mailOperations,
}
