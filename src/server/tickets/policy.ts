// What may be done with a ticket, and what follows from what. Pure.
import type { z } from 'zod'
import type { Impact, Priority, Status, TicketCan, Urgency } from '../../contract/tickets.ts'

export type TicketStatus = z.infer<typeof Status>
type Reader = { kind: 'tenant' | 'staff' }

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

/** What the reader may do with a ticket in this status. */
export function can(reader: Reader, status: TicketStatus): z.infer<typeof TicketCan> {
  const statuses = settable(reader, status)
  const alive = status !== 'closed'
  const staff = reader.kind === 'staff'
  return {
    reply: alive,
    note: staff,
    edit: alive,
    assign: staff && alive,
    prioritise: staff && alive,
    close: statuses.includes('closed'),
    reopen: !isOpen(status),
    statuses,
  }
}

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
