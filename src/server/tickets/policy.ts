// What may be done with a ticket, and what follows from what. Pure.
import type { z } from 'zod'
import {
  type Impact,
  type Priority,
  RATING_DAYS,
  type Status,
  type TicketCan,
  type Urgency,
} from '../../contract/tickets.ts'

export type TicketStatus = z.infer<typeof Status>
type Reader = { kind: 'tenant' | 'staff'; role?: string }

const WEIGHT = { one: 1, some: 2, all: 3, low: 1, medium: 2, high: 3 } as const

/** P1 to P4 from how many are affected and how soon it hurts (the usual 3×3 matrix of help desks: the sum decides). */
export function priorityOf(impact: z.infer<typeof Impact>, urgency: z.infer<typeof Urgency>): z.infer<typeof Priority> {
  const sum = WEIGHT[impact] + WEIGHT[urgency]
  return sum >= 6 ? 'P1' : sum === 5 ? 'P2' : sum === 4 ? 'P3' : 'P4'
}

/** Whether the ticket is still worked on. */
export const isOpen = (status: TicketStatus): boolean => status !== 'resolved' && status !== 'closed'

const STAFF_SETS: TicketStatus[] = ['in_progress', 'waiting_on_partner', 'waiting_on_third_party', 'resolved', 'closed']

/** The statuses that the reader may set now. Reopening is setting `in_progress` on what is resolved or closed. */
function settable(reader: Reader, now: TicketStatus): TicketStatus[] {
  if (now === 'closed') return ['in_progress']
  if (reader.kind === 'staff') return STAFF_SETS.filter((s) => s !== now)
  return now === 'resolved' ? ['in_progress', 'closed'] : ['closed']
}

/** What of a ticket beside its status decides what may be done with it. */
type Facts = { merged_into: string | null; rating: number | null; rated_at: string | null; resolved_at: string | null }
const NO_FACTS: Facts = { merged_into: null, rating: null, rated_at: null, resolved_at: null }

/** What the reader may do with a ticket in this status. Nothing with one that is only a pointer to another. */
export function can(reader: Reader, status: TicketStatus, facts: Facts = NO_FACTS): z.infer<typeof TicketCan> {
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
    rate: !merged && !isOpen(status) && mayRate(reader, facts),
    reopen: !merged && !isOpen(status),
    statuses,
  }
}

/**
 * Whether somebody may say what they think of a finished ticket: partners, once, changed for some days, and again when it
 * was resolved once more since.
 */
export function mayRate(reader: Reader, { rating, rated_at, resolved_at }: Omit<Facts, 'merged_into'>): boolean {
  if (reader.kind === 'staff') return false
  if (rating === null || rated_at === null || (resolved_at !== null && resolved_at > rated_at)) return true
  return Date.now() < changeableUntil(rated_at)
}
/** Until when a rating can be changed, in milliseconds. */
export const changeableUntil = (ratedAt: string): number => Date.parse(ratedAt) + RATING_DAYS * 24 * 60 * 60 * 1000

/**
 * The status after a public reply when its author set none. Staff answering a new ticket have begun; a partner who
 * answers hands the ticket back. What is resolved stays so: reopening is said, not guessed.
 */
export function statusAfterReply(author: Reader, now: TicketStatus): TicketStatus {
  if (author.kind === 'staff') return now === 'new' ? 'in_progress' : now
  return now === 'waiting_on_partner' ? 'in_progress' : now
}

/** A resolved ticket is closed after this many days without a change. */
export const QUIET_DAYS = 7
/** The job that does it, and what it is told: the version tells whether something changed meanwhile. */
export const CLOSE_QUIET = 'tickets.close-quiet'
export type QuietData = { companyId: string; ticketId: string; version: number }

/** What is to be done about a ticket that somebody has just opened, when a model is there to propose something. */
export const TICKET_OPENED = 'tickets.opened'
export type TicketOpenedData = { companyId: string; ticketId: string }
