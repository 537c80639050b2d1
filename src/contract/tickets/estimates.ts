// Estimates: minutes proposed before the work, and the hours that approved ones reserve.
import { z } from 'zod'
import { everyone, Id, Instant, op, staff } from '../base.ts'
import { closed, decided, mergedAway, short } from './errors.ts'
import { Ticket, TicketRef } from './ticket.ts'

const ESTIMATE_MAX = 60_000

const ProposeEstimate = z.object({
  id: Id,
  minutes: z
    .int('Enter whole minutes.')
    .min(1, 'Enter at least 1 minute.')
    .max(ESTIMATE_MAX, 'Enter at most 1,000 hours.'),
  note: z
    .string('Describe what the estimate includes.')
    .trim()
    .min(1, 'Describe what the estimate includes.')
    .max(2_000, 'At most 2,000 characters.'),
  /** Until when it can be approved. Null when it stays open until it is withdrawn. */
  expiresAt: Instant.nullable().default(null),
})

const DecideEstimate = z.object({
  id: Id,
  estimateId: Id,
  decision: z.enum(['approved', 'declined'], 'Choose approve or decline.'),
  comment: z
    .string()
    .trim()
    .max(2_000, 'At most 2,000 characters.')
    .nullable()
    .default(null)
    .transform((text) => text || null),
})

/** The hours that a company has for the work on a ticket, by the terms of the ticket's agreement. In minutes. */
export const TicketHours = z.object({
  balance: z.number().int(),
  /** The unused part of the balance that approved estimates on open tickets, including this one, hold. */
  reserved: z.number().int(),
  /** Minutes that new work can use: the balance less what is reserved. Does not include the overage allowance. */
  available: z.number().int(),
  /** Overage allowance: how far below zero the agreement lets the balance go. */
  allowance: z.number().int(),
  /** When no hours are left: no more work, more is billed at the rate, or the balance may fall below zero. */
  overage: z.enum(['stop', 'bill', 'percent']),
  /** Work on it is covered by a price and uses no hours. */
  covered: z.boolean(),
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
})

/** A ticket on which hours are reserved. */
export const Reserved = z.object({
  ticket: TicketRef,
  /** Minutes approved in total, used, and still reserved. */
  approved: z.number().int(),
  used: z.number().int(),
  reserved: z.number().int(),
})

export const estimateOperations = {
  proposeEstimate: op('POST', '/tickets/{id}/estimates', {
    roles: staff,
    tag: 'tickets',
    summary: 'Propose an estimate to the partner; replaces an open one',
    status: 201,
    creates: true,
  })
    .errors(closed)
    .input(ProposeEstimate)
    .output(Ticket),
  withdrawEstimate: op('POST', '/tickets/{id}/estimates/{estimateId}/withdraw', {
    roles: staff,
    tag: 'tickets',
    summary: 'Withdraw an open estimate',
  })
    .errors({ ...decided, ...mergedAway })
    .input(z.object({ id: Id, estimateId: Id }))
    .output(Ticket),
  decideEstimate: op('POST', '/tickets/{id}/estimates/{estimateId}/decision', {
    roles: ['owner'],
    tag: 'tickets',
    summary: 'Approve or decline an open estimate; approval requires enough available hours',
  })
    .errors({ ...decided, ...mergedAway, ...short })
    .input(DecideEstimate)
    .output(Ticket),
  hours: op('GET', '/tickets/{id}/hours', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Get the hours left for a ticket, and how many of them are reserved',
  })
    .input(z.object({ id: Id }))
    .output(TicketHours),
  reserved: op('GET', '/tickets/reserved', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'List tickets that reserve hours of a company (partners: own company only)',
  })
    .input(z.object({ company: Id.optional() }))
    .output(
      z.object({
        /** Total minutes. */
        reserved: z.number().int(),
        /** The largest reservations first, at most 100. */
        items: z.array(Reserved),
      }),
    ),
}
