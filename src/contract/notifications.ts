import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { everyone, Id, Instant, op, staff } from './base.ts'

/** Says that something changed; what it is now is asked for where it belongs. */
export const LiveEvent = z.object({
  id: z.number().int(),
  companyId: Id,
  topic: z.enum(['ticket', 'lead', 'contact', 'client', 'contact_import', 'user', 'company']),
  kind: z.string(),
  subjectId: Id,
  actorId: Id.nullable(),
})

/** What people are told of; settings switch each kind on and off per channel. */
export const NOTICE_KINDS = [
  'ticket_opened',
  'ticket_reply',
  'ticket_note',
  'ticket_mention',
  'ticket_status',
  'ticket_assigned',
  'ticket_sla',
  'ticket_estimate',
  'ticket_rating',
] as const
export const NoticeKind = z.enum(NOTICE_KINDS)

/** Something that waits for the reader. */
export const WaitingItem = z.object({
  kind: z.enum(['ticket', 'estimate', 'profile']),
  /** What it is about. */
  id: Id,
  title: z.string(),
  /** Why it waits, in a few words. */
  detail: z.string(),
  path: z.string(),
  since: Instant,
})

/** A mail that stayed here because no mail server is set. */
export const KeptMail = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, 'This is not an id.'),
  to: z.string(),
  subject: z.string(),
  at: Instant,
})

/** One of them as it was written. */
export const OneMail = KeptMail.extend({
  from: z.string(),
  replyTo: z.string().nullable(),
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Where its HTML can be looked at for some minutes. */
  preview: z.string(),
})

export const notifications = {
  outbox: op('GET', '/outbox', {
    roles: staff,
    tag: 'notifications',
    summary: 'Mails kept here instead of sent, newest first; none when a mail server is set',
  }).output(z.object({ kept: z.boolean(), items: z.array(KeptMail) })),
  mail: op('GET', '/outbox/{id}', {
    roles: staff,
    tag: 'notifications',
    summary: 'One kept mail: text, headers, preview',
  })
    .input(KeptMail.pick({ id: true }))
    .output(OneMail),
  live: op('GET', '/events', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Changes as they happen (server-sent events, resumes by Last-Event-ID)',
  }).output(eventIterator(LiveEvent)),
}
