export { type Book, bookOf, freshBook } from './book.ts'
export { aroundTheClock } from './business-time.ts'
export {
  begun,
  type Clocks,
  dueAfter,
  type Level,
  move,
  nextCheck,
  nextDue,
  type Percent,
  reckon,
  respond,
  type Span,
  settled,
  soonAt,
  used,
  warn,
} from './clocks.ts'
export { SLA_CHANGED, type SlaChangedData } from './policy.ts'
export { sla } from './router.ts'
