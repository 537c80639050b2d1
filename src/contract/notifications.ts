import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { everyone, Id, op } from './base.ts'

/** Says that something changed; what it is now is asked for where it belongs. */
export const LiveEvent = z.object({
  id: z.number().int(),
  companyId: Id,
  topic: z.enum(['ticket']),
  kind: z.string(),
  subjectId: Id,
  actorId: Id.nullable(),
})

export const notifications = {
  live: op('GET', '/events', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Changes as they happen (server-sent events, resumes by Last-Event-ID)',
  }).output(eventIterator(LiveEvent)),
}
