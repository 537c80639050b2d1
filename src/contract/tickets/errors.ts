// Errors of operations on tickets.
import { z } from 'zod'
import { Id } from '../base.ts'
import { Ticket } from './ticket.ts'

export const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this ticket. Review their changes and try again.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
}

export const decided = {
  ESTIMATE_DECIDED: {
    status: 409,
    message: 'This estimate is no longer open.',
    data: z.object({ current: Ticket.optional() }).optional(),
  },
}

export const short = {
  HOURS_SHORT: {
    status: 422,
    message: 'You don’t have enough hours for this estimate. Buy hours first, or decline it.',
    data: z
      .object({
        needed: z.number().int().optional(),
        available: z.number().int().optional(),
        missing: z.number().int().optional(),
      })
      .optional(),
  },
}

export const mergedAway = {
  TICKET_MERGED: {
    status: 409,
    message: 'This ticket was merged into another one. Continue there.',
    data: z.object({ into: Id.optional() }).optional(),
  },
}

export const closed = {
  TICKET_CLOSED: { status: 409, message: 'This ticket is closed. Reopen it to continue.' },
  ...mergedAway,
}

export const files = {
  ATTACHMENT_GONE: { status: 422, message: 'An attachment is no longer available. Upload it again.' },
}
