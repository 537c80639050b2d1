// Who may do what with money, and the rules that need no database. Pure.
import { REMINDER_DAYS } from '../../contract/billing.ts'
import { CARD_MIN_CENTS } from '../../contract/rates.ts'
import type { Actor } from '../platform/db.ts'

/** Days after a refused charge of the stored card at which it is tried again. */
export const RETRY_DAYS = [1, 3, 7] as const

/** When an invoice is charged again after the attempt of this number (1 is the first); null: no more. */
export function nextCharge(attempt: number, at: Date): Date | null {
  const days = RETRY_DAYS[attempt - 1]
  return days === undefined ? null : new Date(at.getTime() + days * 86_400_000)
}

/**
 * Which reminder is due, as days after the due day; null: none. What was missed is not made up for one by one: only the
 * last is sent.
 */
export function reminderDue(dueOn: string, today: string, reminded: number | null): number | null {
  const late = (Date.parse(today) - Date.parse(dueOn)) / 86_400_000
  const step = REMINDER_DAYS.findLast((days) => late >= days)
  return step === undefined || (reminded !== null && reminded >= step) ? null : step
}

/** Minutes that go back with so many cents of a price: their share, rounded down, never more than nobody has used. */
export function shareOfMinutes(amountCents: number, priceCents: number, minutes: number, unused: number): number {
  if (priceCents <= 0) return 0
  // Exact: minutes × cents stays far below 2^53.
  return Math.min(unused, Math.floor((minutes * Math.min(amountCents, priceCents)) / priceCents))
}
/** What unused minutes are worth: their share of the price, rounded half up. */
export const shareOfPrice = (unused: number, minutes: number, priceCents: number): number =>
  minutes <= 0 ? 0 : Math.floor((2 * priceCents * unused + minutes) / (2 * minutes))

/** What minutes cost at a rate per hour, rounded half up to a cent. */
export const costOf = (minutes: number, hourlyCents: number): number => Math.floor((minutes * hourlyCents + 30) / 60)

/** The first day of the month of a day, and of the month after it. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
/** The first day of the month after that of a day. */
export function monthAfter(first: string): string {
  const at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 10)
}
/** The first day of the month before that of a day. */
export function monthBefore(first: string): string {
  const at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - 1)
  return at.toISOString().slice(0, 10)
}
/** The last day of the month that begins on a day. */
export const lastDayOf = (first: string): string =>
  new Date(Date.parse(monthAfter(first)) - 86_400_000).toISOString().slice(0, 10)

/** The latest day anywhere on earth: what somebody may call today. */
export const latestDay = (now: number): string => new Date(now + 14 * 3_600_000).toISOString().slice(0, 10)

/** Whether somebody administers the provider. */
export const isAdmin = (reader: Actor): boolean => reader.role === 'admin'
/** Whether somebody owns a partner’s company here. */
export const isOwner = (reader: Actor): boolean => reader.role === 'owner'

/** What is still owed of an invoice: what was given back of a part that came in is owed again. */
export const owedOf = (i: { total_cents: number; paid_cents: number; refunded_cents: number }): number =>
  Math.max(0, i.total_cents - (i.paid_cents - i.refunded_cents))

/** What an invoice looks like to the rules. */
export type InvoiceFacts = {
  status: string
  total_cents: number
  paid_cents: number
  refunded_cents: number
  waiting_hours: boolean
  /** Of all payments that came in: what has not gone back. */
  refundable: boolean
  /** Card payments can be taken. */
  cards: boolean
  source: string
  /** Another order stands in its place. */
  replaced: boolean
}

/** What of an agreement is billed by itself, and so can be billed once more when that was voided. */
export const AGAIN_SOURCES = ['recurring', 'overage'] as const
/** Whether the months of an invoice may be billed once more. */
export const canBillAgain = (i: Pick<InvoiceFacts, 'status' | 'source' | 'replaced'>): boolean =>
  i.status === 'void' && !i.replaced && AGAIN_SOURCES.some((s) => s === i.source)

/** What the reader may do with an invoice. */
export function canInvoice(reader: Actor, i: InvoiceFacts) {
  const admin = isAdmin(reader)
  const open = i.status === 'open'
  return {
    pay: isOwner(reader) && open && i.cards && owedOf(i) >= CARD_MIN_CENTS,
    transfer: admin && (open || i.status === 'paid'),
    void: admin && open && i.paid_cents === i.refunded_cents,
    refund: admin && i.refundable,
    release: admin && open && i.waiting_hours,
    again: admin && canBillAgain(i),
  }
}
