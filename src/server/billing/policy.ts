// Permissions on money, and billing rules that need no database. Pure.
import { REMINDER_DAYS } from '../../contract/billing/index.ts'
import { addDays } from '../../contract/plain/days.ts'
import { CARD_MIN_CENTS } from '../../contract/plain/rates.ts'
import type { Actor } from '../platform/database/db.ts'

/** Days to wait after each declined charge of the stored card before the next attempt. */
const RETRY_DAYS = [1, 3, 7] as const

/**
 * Returns when to charge an invoice again after attempt number `attempt` (1 is the first); null when no attempts are
 * left.
 */
export function nextCharge(attempt: number, at: Date): Date | null {
  const days = RETRY_DAYS[attempt - 1]
  return days === undefined ? null : new Date(at.getTime() + days * 86_400_000)
}

/**
 * Returns which reminder is due, in days after the due date; null when none is. Missed reminders are not sent one by
 * one: only the latest is.
 */
export function reminderDue(dueOn: string, today: string, reminded: number | null): number | null {
  const late = (Date.parse(today) - Date.parse(dueOn)) / 86_400_000
  const step = REMINDER_DAYS.findLast((days) => late >= days)
  return step === undefined || (reminded !== null && reminded >= step) ? null : step
}

/**
 * Returns the minutes that a refund of `amountCents` revokes: its share of the price, rounded down, and at most the
 * unused minutes.
 */
export function shareOfMinutes(amountCents: number, priceCents: number, minutes: number, unused: number): number {
  if (priceCents <= 0) return 0
  // Exact: minutes × cents stays far below 2^53.
  return Math.min(unused, Math.floor((minutes * Math.min(amountCents, priceCents)) / priceCents))
}
/** Returns the value of unused minutes in cents: their share of the price, rounded half up. */
export const shareOfPrice = (unused: number, minutes: number, priceCents: number): number =>
  minutes <= 0 ? 0 : Math.floor((2 * priceCents * unused + minutes) / (2 * minutes))

/** Returns the price of minutes at an hourly rate, in cents, rounded half up. */
export const costOf = (minutes: number, hourlyCents: number): number => Math.floor((minutes * hourlyCents + 30) / 60)

/** Returns the first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
/** Returns the first day of the month after the month of a day. */
export function monthAfter(first: string): string {
  const at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 10)
}
/** Returns the first day of the month before the month of a day. */
export function monthBefore(first: string): string {
  const at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - 1)
  return at.toISOString().slice(0, 10)
}
/** Returns the last day of the month of a day. */
export const lastDayOf = (first: string): string => addDays(monthAfter(first), -1)

/** Returns the latest calendar day anywhere on earth (UTC+14), which a user may enter as today. */
export const latestDay = (now: number): string => new Date(now + 14 * 3_600_000).toISOString().slice(0, 10)

/** Returns whether the reader is an administrator of the provider. */
export const isAdmin = (reader: Actor): boolean => reader.role === 'admin'
/** Returns whether the reader is an owner of a partner's company. */
export const isOwner = (reader: Actor): boolean => reader.role === 'owner'

/** Returns the amount due on an invoice in cents. A refund of a partial payment is due again. */
export const owedOf = (i: { total_cents: number; paid_cents: number; refunded_cents: number }): number =>
  Math.max(0, i.total_cents - (i.paid_cents - i.refunded_cents))

/** The facts of an invoice that decide what can be done with it. */
export type InvoiceFacts = {
  status: string
  total_cents: number
  paid_cents: number
  refunded_cents: number
  waiting_hours: boolean
  /** Whether a received payment has not been refunded in full. */
  refundable: boolean
  /** Whether card payments are set up. */
  cards: boolean
  source: string
  /** Whether another order replaces it. */
  replaced: boolean
}

/** The sources of an agreement's automatic invoices, which can be billed again after they were voided. */
export const AGAIN_SOURCES = ['recurring', 'overage'] as const
/** Returns whether an agreement's automatic invoice can be billed again: it is void, and no other order replaces it. */
export const canBillAgain = (i: Pick<InvoiceFacts, 'status' | 'source' | 'replaced'>): boolean =>
  i.status === 'void' && !i.replaced && AGAIN_SOURCES.some((s) => s === i.source)

/** Returns what the reader may do with an invoice. */
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
