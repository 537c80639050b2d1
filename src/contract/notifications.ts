import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'

/** Says that something changed; what it is now is asked for where it belongs. */
export const LiveEvent = z.object({
  /** 0: of the moment only, not kept. */
  id: z.number().int(),
  companyId: Id,
  topic: z.enum([
    'ticket',
    'presence',
    'lead',
    'contact',
    'client',
    'contact_import',
    'user',
    'company',
    'sla_policy',
    'notification',
    'timer',
    'agreement',
    'billing',
    'hours',
    'automation',
    'product',
    'project',
    'prompt',
    'suggestion',
    'report',
  ]),
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
  'hours_low',
  'hours_expiring',
  'hours_granted',
  'hours_finding',
  'agreement_to_sign',
  'agreement_answered',
  'agreement_changed',
  'agreement_ending',
  'invoice_issued',
  'invoice_reminder',
  'invoice_paid',
  'payment_failed',
  'invoice_refunded',
  'top_up',
  'billing_finding',
  'automation_wanted',
  'automation_bought',
  'automation_answered',
  'automation_undone',
  'automation_failing',
  'automation_recovered',
  'automation_changed',
  'automation_connection',
  'automation_finding',
  'report_finding',
  'project_task',
  'project_update',
  'project_done',
] as const
export const NoticeKind = z.enum(NOTICE_KINDS)

/** Something that waits for the reader. */
export const WaitingItem = z.object({
  kind: z.enum(['ticket', 'estimate', 'agreement', 'profile', 'invoice', 'top_up', 'intake', 'project_task']),
  /** What it is about. */
  id: Id,
  title: z.string(),
  /** Why it waits, in a few words. */
  detail: z.string(),
  path: z.string(),
  since: Instant,
  /** For staff: near its due time, their own, or nobody's yet. */
  group: z.enum(['due', 'mine', 'unassigned']).optional(),
})

/** What one person was told about one event. */
export const Notification = z.object({
  id: Id,
  kind: NoticeKind,
  title: z.string(),
  body: z.string(),
  /** Where it leads in the portal. */
  path: z.string(),
  /** What it is about. */
  subjectId: Id,
  readAt: Instant.nullable(),
  createdAt: Instant,
})

/** How a person is written to about a kind: each event at once, all of a day together, or not at all. */
export const MAIL_CHOICES = ['now', 'digest', 'off'] as const
/** What a person wants of one kind. */
export const NoticeChoice = z.object({
  bell: z.boolean('Say yes or no.'),
  mail: z.enum(MAIL_CHOICES, 'Choose at once, daily or off.'),
})
export const NoticeSettings = z.object({
  /** The kinds that can reach this person, in the order of `NOTICE_KINDS`. */
  kinds: z.array(NoticeChoice.extend({ kind: NoticeKind, usual: NoticeChoice })),
  /** The hour of the daily mail, 0 to 23, in `timeZone`. */
  digestHour: z.number().int(),
  timeZone: z.string(),
})

/** Above this many nobody counts further: screens say "99+". */
export const COUNT_MAX = 100

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
  list: op('GET', '/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'What the reader was told, newest first',
  })
    .input(
      z.object({
        ...page,
        /** `yes`: only what is unread. */
        unread: z.enum(['yes', 'no']).default('no'),
        kind: manyOf(NoticeKind),
      }),
    )
    .output(pageOf(Notification)),
  summary: op('GET', '/notifications/summary', {
    roles: everyone,
    tag: 'notifications',
    summary: `How much is unread, how much waits for the reader, both counted up to ${COUNT_MAX}, and the hours that are left`,
  }).output(
    z.object({
      unread: z.number().int(),
      waiting: z.number().int(),
      /** Minutes of hours that the reader's company has left; null for staff, and where hours never came in. */
      hours: z.number().int().nullable(),
    }),
  ),
  read: op('POST', '/notifications/read', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Mark notifications read or unread: some, those about one thing, or all up to one',
  })
    .input(
      z
        .object({
          ids: z.array(Id).min(1, 'Name at least one.').max(100, 'At most 100 at once.').optional(),
          /** All that are about this. */
          subjectId: Id.optional(),
          /** This one and all before it: what came since stays as it is. */
          upTo: Id.optional(),
          read: z.boolean().default(true),
        })
        .refine((v) => [v.ids, v.subjectId, v.upTo].filter((one) => one !== undefined).length === 1, {
          message: 'Say which: ids, subjectId or upTo.',
        }),
    )
    .output(z.object({ unread: z.number().int() })),
  settings: op('GET', '/me/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'What the reader wants to be told, and how',
  }).output(NoticeSettings),
  setSettings: op('PATCH', '/me/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Change what the reader is told; kinds that are not named stay as they are',
  })
    .input(
      z.object({
        kinds: z
          .array(NoticeChoice.extend({ kind: NoticeKind }))
          .max(NOTICE_KINDS.length)
          .optional(),
        digestHour: z.coerce
          .number('Choose an hour.')
          .int('Choose a whole hour.')
          .min(0, 'Choose an hour from 0 to 23.')
          .max(23, 'Choose an hour from 0 to 23.')
          .optional(),
      }),
    )
    .output(NoticeSettings),
  waiting: op('GET', '/waiting', {
    roles: everyone,
    tag: 'notifications',
    summary: 'What waits for the reader, longest first',
  })
    .input(z.object({ limit: page.limit }))
    .output(
      z.object({
        items: z.array(WaitingItem),
        /** Of all kinds together, counted up to 100. */
        total: z.number().int(),
      }),
    ),
  live: op('GET', '/events', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Changes as they happen (server-sent events, resumes by Last-Event-ID or from `since` milliseconds ago)',
  })
    .input(
      z
        .object({
          /** Without a Last-Event-ID: what happened within this many milliseconds before is told too. */
          since: z.coerce.number().int().min(0).max(600_000, 'At most ten minutes.').optional(),
        })
        .optional(),
    )
    .output(eventIterator(LiveEvent)),
}
