// The audit log of a company.

import { z } from 'zod'
import { Id, Instant, manyOf, op, page, pageOf, staff } from '../base.ts'
import { Person } from './fields.ts'

/** Filters of the audit log. Each one covers several subject types. */
export const ACTIVITY_KINDS = ['company', 'people', 'contacts', 'tickets', 'access'] as const
/** An entry of the audit log. */
export const CompanyActivity = z.object({
  id: z.string(),
  at: Instant,
  /** Null when the system did it. */
  actor: Person.nullable(),
  actorRole: z.string().nullable(),
  /**
   * Through what it was done: a signed-in session, an API key, a view as another user, an email, or a job. `name` is
   * that of the API key or of the user who was viewed as. Null for entries from before this was recorded.
   */
  via: z
    .object({ kind: z.enum(['session', 'api_key', 'view_as', 'mail', 'job']), name: z.string().nullable() })
    .nullable(),
  /** The action, such as `ticket.edit`. */
  action: z.string(),
  subjectType: z.string(),
  subjectId: Id.nullable(),
  /** The subject's name, if known, such as a person's name or a ticket number. */
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
})

export const activityOperations = {
  activity: op('GET', '/companies/{id}/activity', {
    roles: staff,
    tag: 'companies',
    summary: 'List the activity of a company, newest first',
  })
    .input(z.object({ id: Id, kind: manyOf(z.enum(ACTIVITY_KINDS, 'Choose a type of activity.')), ...page }))
    .output(pageOf(CompanyActivity)),
}
