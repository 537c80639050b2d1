export { ticketQueue } from './queue/queue-list.ts'
export { TicketsOf } from './tickets-of.tsx'
