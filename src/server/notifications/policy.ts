// Who can be told of what, and how people are told as long as they say nothing else. Pure.
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { NoticeChoice, NoticeKind } from '../../contract/notifications.ts'

export type Kind = z.infer<typeof NoticeKind>
export type Choice = z.infer<typeof NoticeChoice>

/** The hour of the daily mail as long as nobody chose one. */
export const DIGEST_HOUR = 8
/** Notifications are forgotten after this. */
export const KEEP_DAYS = 90

/** What a mail of a kind is about, for the person who wants no more of them. */
export const WORDS: Record<Kind, string> = {
  ticket_opened: 'new tickets',
  ticket_reply: 'replies on tickets',
  ticket_note: 'internal notes',
  ticket_mention: 'mentions of you',
  ticket_status: 'changes of a ticket’s status',
  ticket_assigned: 'tickets assigned to you',
  ticket_sla: 'service level warnings',
  ticket_estimate: 'estimates',
  ticket_rating: 'ratings',
  hours_low: 'hours that run low',
  hours_expiring: 'hours that expire',
  hours_granted: 'new hours',
  hours_finding: 'hours that do not add up',
  agreement_to_sign: 'agreements to sign',
  agreement_answered: 'answers to agreements',
  agreement_changed: 'changes of an agreement',
  agreement_ending: 'agreements that end soon',
  invoice_issued: 'new invoices',
  invoice_reminder: 'reminders of invoices',
  invoice_paid: 'payments',
  payment_failed: 'payments that failed',
  invoice_refunded: 'refunds',
  top_up: 'automatic top-ups',
  billing_finding: 'payments that do not fit',
  automation_wanted: 'automations that your people ask for',
  automation_bought: 'automations that are bought',
  automation_answered: 'automations that can be set up',
  automation_undone: 'automations whose order was given back',
  automation_failing: 'automations that fail',
  automation_recovered: 'automations that work again',
  automation_changed: 'changes of an automation',
  automation_connection: 'connections that end or broke',
  automation_finding: 'runs that do not add up',
  report_finding: 'reports that do not add up',
  project_task: 'tasks of projects',
  project_update: 'project updates',
  project_done: 'projects that are done',
}

const both: Choice = { bell: true, mail: 'now' }
const daily: Choice = { bell: true, mail: 'digest' }
const quiet: Choice = { bell: true, mail: 'off' }

// Quiet by default: at once comes what waits for this very person or ends it, daily what is good to know.
const PARTNER: Partial<Record<Kind, Choice>> = {
  // Of a ticket that somebody opened for them, or that a mail of theirs became.
  ticket_opened: both,
  ticket_reply: both,
  ticket_mention: both,
  ticket_status: both,
  ticket_estimate: quiet,
  // Whoever works with it knows; who answers for it is written to.
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
// Hours concern who buys them and who answers for them.
const OWNER_HOURS: Partial<Record<Kind, Choice>> = { hours_low: both, hours_expiring: both, hours_granted: daily }
const ADMIN_HOURS: Partial<Record<Kind, Choice>> = { hours_low: daily, hours_expiring: quiet, hours_finding: both }
// Owners sign. Whoever sent an agreement hears what becomes of it.
const OWNER_AGREEMENTS: Partial<Record<Kind, Choice>> = {
  agreement_to_sign: both,
  agreement_changed: both,
  agreement_ending: both,
}
const ADMIN_AGREEMENTS: Partial<Record<Kind, Choice>> = {
  agreement_answered: both,
  agreement_ending: both,
}
// What is owed and paid concerns owners and, of the provider, administrators.
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
  // Owners decide on estimates.
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
  // Administrators watch over the whole, not over each ticket.
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

/** What a person of this role is told of a kind without having chosen; undefined: the kind never reaches such a person. */
export const usual = (role: Role, kind: Kind): Choice | undefined => USUAL[role][kind]

/** The role of somebody to whom none was given. */
export const roleOf = (role: string | null, internal: boolean): Role =>
  (role as Role | null) ?? (internal ? 'engineer' : 'member')

const ZONE = 'America/New_York'
/** The first of the names that this machine knows as a time zone; people choose one, their company may have another. */
export function zoneOf(...names: (string | null | undefined)[]): string {
  for (const name of names) {
    try {
      if (name) return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      // The next one.
    }
  }
  return ZONE
}
