import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'

/** Says that something changed. Readers fetch the current state from the operation that it belongs to. */
export const LiveEvent = z.object({
  /** 0 for transient events, which are not stored. */
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

/** Kinds of notifications. In the settings, users switch each kind on and off per channel. */
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

/** An action item: something that needs the reader's attention. */
export const WaitingItem = z.object({
  kind: z.enum(['ticket', 'estimate', 'agreement', 'profile', 'invoice', 'top_up', 'intake', 'project_task']),
  /** The subject of the item. */
  id: Id,
  title: z.string(),
  /** Why it needs attention, in a few words. */
  detail: z.string(),
  path: z.string(),
  since: Instant,
  /** For staff: due soon or overdue, assigned to the reader, or unassigned. */
  group: z.enum(['due', 'mine', 'unassigned']).optional(),
})

/** A notification of one user about one event. */
export const Notification = z.object({
  id: Id,
  kind: NoticeKind,
  title: z.string(),
  body: z.string(),
  /** The path in the portal that it opens. */
  path: z.string(),
  /** The subject of the notification. */
  subjectId: Id,
  readAt: Instant.nullable(),
  createdAt: Instant,
})

/** How a user gets mail about a kind: one mail per event, one daily digest, or none. */
export const MAIL_CHOICES = ['now', 'digest', 'off'] as const
/** A user's choice for one kind. */
export const NoticeChoice = z.object({
  bell: z.boolean('Enter true or false.'),
  mail: z.enum(MAIL_CHOICES, 'Choose now, digest or off.'),
})
export const NoticeSettings = z.object({
  /** The kinds that can reach this user, in the order of `NOTICE_KINDS`. */
  kinds: z.array(NoticeChoice.extend({ kind: NoticeKind, usual: NoticeChoice })),
  /** The hour of the daily mail, 0 to 23, in `timeZone`. */
  digestHour: z.number().int(),
  timeZone: z.string(),
})

/** Counts stop here; screens then show "99+". */
export const COUNT_MAX = 100

/** A mail that was stored instead of sent because no mail server is configured. */
export const KeptMail = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, 'This is not a valid ID.'),
  to: z.string(),
  subject: z.string(),
  at: Instant,
})

/** A stored mail with its content. */
export const OneMail = KeptMail.extend({
  from: z.string(),
  replyTo: z.string().nullable(),
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Address of a preview of its HTML, valid for some minutes. */
  preview: z.string(),
})

export const notifications = {
  outbox: op('GET', '/outbox', {
    roles: staff,
    tag: 'notifications',
    summary: 'List emails that are stored instead of sent, newest first. Empty if a mail server is set up.',
  }).output(z.object({ kept: z.boolean(), items: z.array(KeptMail) })),
  mail: op('GET', '/outbox/{id}', {
    roles: staff,
    tag: 'notifications',
    summary: 'Get a stored email with its text, headers and preview',
  })
    .input(KeptMail.pick({ id: true }))
    .output(OneMail),
  list: op('GET', '/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'List your notifications, newest first',
  })
    .input(
      z.object({
        ...page,
        /** `yes`: unread ones only. */
        unread: z.enum(['yes', 'no']).default('no'),
        kind: manyOf(NoticeKind),
      }),
    )
    .output(pageOf(Notification)),
  summary: op('GET', '/notifications/summary', {
    roles: everyone,
    tag: 'notifications',
    summary: `Count unread notifications and action items, each up to ${COUNT_MAX}, and get the hours left`,
  }).output(
    z.object({
      unread: z.number().int(),
      waiting: z.number().int(),
      /** Minutes that the reader's company has left. Null for staff, and for companies that never had hours. */
      hours: z.number().int().nullable(),
    }),
  ),
  read: op('POST', '/notifications/read', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Mark notifications as read or unread: by ID, by subject, or all up to one',
  })
    .input(
      z
        .object({
          ids: z.array(Id).min(1, 'Enter at least one ID.').max(100, 'Enter at most 100 IDs.').optional(),
          /** All notifications about this subject. */
          subjectId: Id.optional(),
          /** This notification and all earlier ones. Later ones stay as they are. */
          upTo: Id.optional(),
          read: z.boolean().default(true),
        })
        .refine((v) => [v.ids, v.subjectId, v.upTo].filter((one) => one !== undefined).length === 1, {
          message: 'Enter exactly one of ids, subjectId and upTo.',
        }),
    )
    .output(z.object({ unread: z.number().int() })),
  settings: op('GET', '/me/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Get your notification settings',
  }).output(NoticeSettings),
  setSettings: op('PATCH', '/me/notifications', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Change your notification settings. Omitted types stay unchanged.',
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
    summary: 'List what needs your attention, oldest first',
  })
    .input(z.object({ limit: page.limit }))
    .output(
      z.object({
        items: z.array(WaitingItem),
        /** Number of items of all kinds, counted up to 100. */
        total: z.number().int(),
      }),
    ),
  live: op('GET', '/events', {
    roles: everyone,
    tag: 'notifications',
    summary: 'Stream changes as server-sent events. Resumes from Last-Event-ID, or from `since` milliseconds ago.',
  })
    .input(
      z
        .object({
          /** Used without a Last-Event-ID: also sends events from this many milliseconds before the request. */
          since: z.coerce.number().int().min(0).max(600_000, 'At most ten minutes.').optional(),
        })
        .optional(),
    )
    .output(eventIterator(LiveEvent)),
}
