import type { z } from 'zod'
import type { LeadCan, LeadStatus } from '../../contract/leads/index.ts'
import type { Actor } from '../platform/database/db.ts'

/** The job that mails a lead to the team, or a confirmation to its sender. */
export const MAIL_LEAD = 'leads.mail'
export type MailLead = { companyId: string; leadId: string; to: 'team' | 'sender' }

/** The job that mails an owner the overdue next actions of a day. */
export const MAIL_REMINDER = 'leads.mail-reminder'
export type MailReminder = { companyId: string; ownerId: string; day: string }

export type Status = z.infer<typeof LeadStatus>

/**
 * Returns what a reader may do with a lead. All staff work on leads; converting and erasing them is for administrators.
 * A converted lead cannot be edited: staff can only add notes, merge other leads into it, or erase it.
 */
export function leadPermissions({ role }: Pick<Actor, 'role'>, status: Status): z.infer<typeof LeadCan> {
  const won = status === 'won'
  const admin = role === 'admin'
  return {
    edit: !won,
    note: true,
    stage: !won,
    statuses: won ? [] : ['open', 'lost', 'spam'],
    convert: admin && status === 'open',
    merge: true,
    remove: admin,
  }
}

/** The hour of the day, in the owner's time zone, from which the reminder is due. */
const REMIND_FROM = 8

/**
 * Returns the date (such as 2026-11-20) in this time zone for which the reminder is due. Undefined while it is too
 * early there.
 */
export function reminderDay(now: Date, timeZone: string): string | undefined {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const at = Object.fromEntries(format.formatToParts(now).map((part) => [part.type, part.value]))
  return Number(at.hour) >= REMIND_FROM ? `${at.year}-${at.month}-${at.day}` : undefined
}
