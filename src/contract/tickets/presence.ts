// Presence: who has a ticket open now.
import { z } from 'zod'
import { Id, Instant, op, staff } from '../base.ts'
import { Person } from '../companies/index.ts'

/** A member of staff who has a ticket open now. */
export const Presence = z.object({
  ticketId: Id,
  person: Person,
  /** Whether they are writing a reply or a note. */
  writing: z.boolean(),
  since: Instant,
})

export const presenceOperations = {
  presence: op('GET', '/tickets/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'List the tickets that other staff have open now',
  }).output(z.object({ items: z.array(Presence) })),
  present: op('POST', '/tickets/{id}/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'Report that you have a ticket open; send every 10 seconds',
  })
    // `visit` is an id that the page creates. Requests of a visit that arrive after it left are ignored.
    .input(z.object({ id: Id, writing: z.boolean().default(false), visit: Id.optional() }))
    .output(z.object({ items: z.array(Presence) })),
  leave: op('DELETE', '/tickets/{id}/presence', {
    roles: staff,
    tag: 'tickets',
    summary: 'Report that you no longer have a ticket open',
  })
    .input(z.object({ id: Id, visit: Id.optional() }))
    .output(z.object({})),
}
