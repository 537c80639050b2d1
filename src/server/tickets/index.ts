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
export { tickets } from './router.ts'
export { waitingTickets } from './waiting.ts'
export { waitingEstimates } from './waiting-estimates.ts'
