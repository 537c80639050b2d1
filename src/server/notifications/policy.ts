// Who can get which notifications, and the default channels. Pure functions.
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { NoticeChoice, NoticeKind } from '../../contract/notifications.ts'

export type Kind = z.infer<typeof NoticeKind>
export type Choice = z.infer<typeof NoticeChoice>

/** The default hour of the daily mail. */
export const DIGEST_HOUR = 8
/** Notifications are deleted after this many days. */
export const KEEP_DAYS = 90

/** The subject of the emails of each kind, for the unsubscribe link and page. */
export const WORDS: Record<Kind, string> = {
  ticket_opened: 'new tickets',
  ticket_reply: 'replies on tickets',
  ticket_note: 'internal notes',
  ticket_mention: 'mentions of you',
  ticket_status: 'ticket status changes',
  ticket_assigned: 'tickets assigned to you',
  ticket_sla: 'SLA warnings',
  ticket_estimate: 'estimates',
  ticket_rating: 'ratings',
  hours_low: 'low hours',
  hours_expiring: 'expiring hours',
  hours_granted: 'new hours',
  hours_finding: 'hours discrepancies',
  agreement_to_sign: 'agreements to sign',
  agreement_answered: 'responses to agreements',
  agreement_changed: 'agreement updates',
  agreement_ending: 'ending agreements',
  invoice_issued: 'new invoices',
  invoice_reminder: 'invoice reminders',
  invoice_paid: 'payments',
  payment_failed: 'failed payments',
  invoice_refunded: 'refunds',
  top_up: 'automatic top-ups',
  billing_finding: 'payment discrepancies',
  automation_wanted: 'purchase requests',
  automation_bought: 'purchased automations',
  automation_answered: 'automations to set up',
  automation_undone: 'refunded automations that still run',
  automation_failing: 'failing automations',
  automation_recovered: 'recovered automations',
  automation_changed: 'automation updates',
  automation_connection: 'automation connections',
  automation_finding: 'run discrepancies',
  report_finding: 'report discrepancies',
  project_task: 'project tasks',
  project_update: 'project updates',
  project_done: 'completed projects',
}

const both: Choice = { bell: true, mail: 'now' }
const daily: Choice = { bell: true, mail: 'digest' }
const quiet: Choice = { bell: true, mail: 'off' }

// By default, email is sent immediately about what this person has to act on, and about its outcome. Everything else is
// in the daily email or only in the portal.
const PARTNER: Partial<Record<Kind, Choice>> = {
  // A ticket that someone opened for them, that they watch from the start, or that their own email opened.
  ticket_opened: both,
  ticket_reply: both,
  ticket_mention: both,
  ticket_status: both,
  ticket_estimate: quiet,
  // Of a partner's users, only owners get email about a failing automation.
  automation_failing: quiet,
  automation_recovered: quiet,
  automation_changed: both,
  project_task: both,
  project_update: both,
  project_done: both,
}
const STAFF: Partial<Record<Kind, Choice>> = {
  ticket_opened: quiet,
  ticket_reply: both,
  ticket_note: quiet,
  ticket_mention: both,
  ticket_status: quiet,
  ticket_assigned: both,
  ticket_sla: both,
  ticket_estimate: both,
  ticket_rating: daily,
  automation_failing: both,
  automation_recovered: quiet,
  automation_bought: quiet,
  automation_answered: both,
  automation_changed: both,
  automation_connection: both,
  project_task: both,
  project_update: quiet,
  project_done: quiet,
}
// Hours concern owners, who buy them, and administrators.
const OWNER_HOURS: Partial<Record<Kind, Choice>> = { hours_low: both, hours_expiring: both, hours_granted: daily }
const ADMIN_HOURS: Partial<Record<Kind, Choice>> = { hours_low: daily, hours_expiring: quiet, hours_finding: both }
// Owners sign. The administrator who sent an agreement is notified of the result.
const OWNER_AGREEMENTS: Partial<Record<Kind, Choice>> = {
  agreement_to_sign: both,
  agreement_changed: both,
  agreement_ending: both,
}
const ADMIN_AGREEMENTS: Partial<Record<Kind, Choice>> = {
  agreement_answered: both,
  agreement_ending: both,
}
// Invoices and payments concern owners and the provider's administrators.
const OWNER_MONEY: Partial<Record<Kind, Choice>> = {
  invoice_issued: both,
  invoice_reminder: both,
  invoice_paid: both,
  payment_failed: both,
  invoice_refunded: both,
  top_up: both,
  automation_wanted: both,
  automation_bought: both,
}
const ADMIN_MONEY: Partial<Record<Kind, Choice>> = {
  invoice_paid: quiet,
  payment_failed: daily,
  billing_finding: both,
  automation_bought: both,
  automation_answered: quiet,
  automation_undone: both,
  automation_finding: both,
  report_finding: both,
}
const USUAL: Record<Role, Partial<Record<Kind, Choice>>> = {
  member: PARTNER,
  // Owners decide estimates.
  owner: {
    ...PARTNER,
    ...OWNER_HOURS,
    ...OWNER_AGREEMENTS,
    ...OWNER_MONEY,
    ticket_estimate: both,
    automation_failing: both,
    automation_recovered: both,
  },
  engineer: STAFF,
  // Administrators do not follow each ticket, so these are in their daily email.
  admin: {
    ...STAFF,
    ...ADMIN_HOURS,
    ...ADMIN_AGREEMENTS,
    ...ADMIN_MONEY,
    ticket_opened: daily,
    ticket_reply: daily,
    ticket_estimate: daily,
  },
}

/** Returns the default channels of a kind for a role. Undefined when the kind never reaches that role. */
export const defaultChannels = (role: Role, kind: Kind): Choice | undefined => USUAL[role][kind]

/** Returns the role of a user, with a default for users without one. */
export const roleOf = (role: string | null, internal: boolean): Role =>
  (role as Role | null) ?? (internal ? 'engineer' : 'member')
