import type { z } from 'zod'
import type { LeadCan, LeadStatus } from '../../contract/leads.ts'
import type { Actor } from '../platform/db.ts'

/** The job that mails a lead to the team or acknowledges it to its sender. */
export const MAIL_LEAD = 'leads.mail'
export type MailLead = { companyId: string; leadId: string; to: 'team' | 'sender' }

/** The job that mails somebody the overdue next actions of a day. */
export const MAIL_REMINDER = 'leads.mail-reminder'
export type MailReminder = { companyId: string; ownerId: string; day: string }

export type Status = z.infer<typeof LeadStatus>

/**
 * What a reader may do with a lead. Everybody of the provider works on leads; making a partner of one and erasing one
 * is for administrators. A converted lead is history: notes can be added, nothing else changes.
 */
export function can({ role }: Pick<Actor, 'role'>, status: Status): z.infer<typeof LeadCan> {
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

/** The hour, in the owner's time zone, from which the reminder of the day is due. */
const REMIND_FROM = 8
/** Where neither the person nor the provider has said one. */
const ZONE = 'America/New_York'

/** The first of the names that this machine knows as a time zone. */
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

/** The calendar day (2026-11-20) for which a person in that zone is to be reminded now; undefined while it is too early there. */
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
