// The targets of a ticket for first response and resolution.
import { z } from 'zod'
import { everyone, Id, Instant, op } from '../base.ts'

/** One of a ticket's two targets. */
const SlaClock = z.object({
  /** Null when there is no target, and while the ticket is paused unless the target was breached before. */
  dueAt: Instant.nullable(),
  metAt: Instant.nullable(),
  /** Met too late, or not met and past its due time. */
  breached: z.boolean(),
  /** While paused: the rest of the target, in minutes of the target's own clock. */
  remainingMinutes: z.number().int().nullable(),
})

export const TicketSla = z.object({
  /** Met by the first public reply of staff. */
  response: SlaClock,
  resolution: SlaClock,
  paused: z.object({ since: Instant, for: z.enum(['partner', 'third_party']) }).nullable(),
  /**
   * Whether the company closed the ticket before staff replied. A target that was not breached by then counts neither
   * as met nor as breached.
   */
  closedUnanswered: z.boolean(),
  /** The earlier due time of the targets that are not met. */
  nextDueAt: Instant.nullable(),
  /** For staff: when three quarters of a target are used up. */
  soonAt: Instant.nullable(),
})

const SlaDetail = z
  .object({ targetMinutes: z.number().int(), clock: z.enum(['business', 'always']), usedMinutes: z.number().int() })
  .nullable()

/** The targets in detail. */
export const TicketClocks = TicketSla.extend({
  /** The time of the calculation. */
  at: Instant,
  detail: z.object({ response: SlaDetail, resolution: SlaDetail }),
  /** For staff: the policy that the targets come from, and its agreement, if the policy comes from one. */
  policy: z
    .object({
      id: Id,
      name: z.string(),
      agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
    })
    .nullable(),
})

export const SLA_STATES = ['breached', 'due_soon', 'paused'] as const

export const slaOperations = {
  sla: op('GET', '/tickets/{id}/sla', {
    roles: everyone,
    scope: 'tickets:read',
    tag: 'tickets',
    summary: 'Get the SLA targets of a ticket: due times, time used and pauses',
  })
    .input(z.object({ id: Id }))
    .output(TicketClocks),
}
