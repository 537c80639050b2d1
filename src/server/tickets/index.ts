export { editWithin } from './edit.ts'
export { exportRoute } from './export.ts'
export { findTickets } from './find.ts'
export {
  closeQuietTicket,
  endEstimate,
  followSla,
  learnWords,
  sweepDrafts,
  sweepInbound,
  sweepQueue,
  takeInbound,
  watchClocks,
} from './jobs.ts'
export { listenForMail } from './listen.ts'
export { mailDoor } from './mail-door.ts'
export { ticketTeller } from './notices.ts'
export { openTicket } from './open-ticket.ts'
export { isOpen, TICKET_OPENED, type TicketOpenedData } from './policy.ts'
export { reportRecovery } from './report-recovery.ts'
export { tickets } from './router.ts'
export { type Said, saidIn } from './said.ts'
export { sayInTicket } from './say.ts'
export { waitingTickets } from './waiting.ts'
export { waitingEstimates } from './waiting-estimates.ts'
