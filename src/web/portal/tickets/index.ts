export { ticketQueue } from './queue-list.ts'
export { TicketsOf } from './tickets-of.tsx'
