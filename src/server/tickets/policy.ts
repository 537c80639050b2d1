// Rules for tickets: permissions, priorities and status changes. Pure functions.
import type { z } from 'zod'
import {
  type Impact,
  type Priority,
  RATING_DAYS,
  type Status,
  type TicketCan,
  type Urgency,
} from '../../contract/tickets/index.ts'

export type TicketStatus = z.infer<typeof Status>
type Reader = { kind: 'tenant' | 'staff'; role?: string }

const WEIGHT = { one: 1, some: 2, all: 3, low: 1, medium: 2, high: 3 } as const

/** Returns P1 to P4 from impact and urgency. This is the usual 3×3 matrix of help desks: the sum decides. */
export function priorityOf(impact: z.infer<typeof Impact>, urgency: z.infer<typeof Urgency>): z.infer<typeof Priority> {
  const sum = WEIGHT[impact] + WEIGHT[urgency]
  return sum >= 6 ? 'P1' : sum === 5 ? 'P2' : sum === 4 ? 'P3' : 'P4'
}

/** Returns whether the ticket is open: neither resolved nor closed. */
export const isOpen = (status: TicketStatus): boolean => status !== 'resolved' && status !== 'closed'

const STAFF_SETS: TicketStatus[] = ['in_progress', 'waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed']

/**
 * Returns the statuses that the reader may set now. Setting `in_progress` on a resolved or closed ticket reopens it.
 */
function settable(reader: Reader, now: TicketStatus): TicketStatus[] {
  if (now === 'closed') return ['in_progress']
  if (reader.kind === 'staff') return STAFF_SETS.filter((s) => s !== now)
  return now === 'resolved' ? ['in_progress', 'closed'] : ['closed']
}

/**
 * Returns whether a ticket that moves to a status counts as closed by its own company before staff replied. Reopening
 * resets that. A ticket that is closed after it was resolved keeps its value.
 */
export function closesUnanswered(
  actor: Reader,
  ticket: { status: string; first_response_at: string | null; closed_unanswered: boolean },
  to: TicketStatus,
): boolean {
  if (isOpen(to)) return false
  if (!isOpen(ticket.status as TicketStatus)) return ticket.closed_unanswered
  return actor.kind === 'tenant' && actor.role !== 'system' && ticket.first_response_at === null
}

/** The facts of a ticket, besides its status, that decide what may be done with it. */
type Facts = {
  merged_into: string | null
  rating: number | null
  rated_at: string | null
  resolved_at: string | null
  closed_unanswered: boolean
}
const NO_FACTS: Facts = { merged_into: null, rating: null, rated_at: null, resolved_at: null, closed_unanswered: false }

/**
 * Returns what the reader may do with a ticket in this status. A ticket that was merged into another allows nothing,
 * except that `decide` always says whether the reader is an owner: a merged or closed ticket has no open estimate to
 * decide.
 */
export function ticketPermissions(
  reader: Reader,
  status: TicketStatus,
  facts: Facts = NO_FACTS,
): z.infer<typeof TicketCan> {
  const merged = facts.merged_into !== null
  const statuses = merged ? [] : settable(reader, status)
  const alive = status !== 'closed'
  const staff = reader.kind === 'staff' && !merged
  return {
    reply: alive,
    note: staff,
    edit: alive,
    assign: staff && alive,
    prioritise: staff && alive,
    estimate: staff && alive,
    decide: reader.role === 'owner',
    close: statuses.includes('closed'),
    merge: staff,
    rate: !merged && !isOpen(status) && canRate(reader, facts),
    reopen: !merged && !isOpen(status),
    statuses,
  }
}

/**
 * Returns whether a resolved or closed ticket can be rated: by partners, once, with changes for some days, and again
 * after it was resolved again. A ticket that its own company closed before staff replied cannot be rated, because there
 * is no work to rate.
 */
export function canRate(
  reader: Reader,
  { rating, rated_at, resolved_at, closed_unanswered }: Omit<Facts, 'merged_into'>,
): boolean {
  if (reader.kind === 'staff' || closed_unanswered) return false
  if (rating === null || rated_at === null || (resolved_at !== null && resolved_at > rated_at)) return true
  return Date.now() < changeableUntil(rated_at)
}
/** Returns until when a rating can be changed, in milliseconds since 1970. */
export const changeableUntil = (ratedAt: string): number => Date.parse(ratedAt) + RATING_DAYS * 24 * 60 * 60 * 1000

/**
 * Returns the status after a public reply whose author set none. A reply by staff starts a new ticket; a reply by the
 * partner ends the waiting. A resolved ticket stays resolved: reopening is always explicit.
 */
export function statusAfterReply(author: Reader, now: TicketStatus): TicketStatus {
  if (author.kind === 'staff') return now === 'new' ? 'in_progress' : now
  return now === 'waiting_on_partner' ? 'in_progress' : now
}

/** A resolved ticket is closed after this many days without a change. */
export const CLOSE_AFTER_DAYS = 7
/** The job that closes quiet tickets, and its data. The version shows whether the ticket changed in the meantime. */
export const CLOSE_QUIET = 'tickets.close-quiet'
export type QuietData = { companyId: string; ticketId: string; version: number }

/** The job that lets a model make suggestions for a ticket that was just opened, and its data. */
export const TICKET_OPENED = 'tickets.opened'
export type TicketOpenedData = { companyId: string; ticketId: string }
