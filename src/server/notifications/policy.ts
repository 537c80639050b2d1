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
}
const STAFF: Record<Kind, Choice> = {
  ticket_opened: quiet,
  ticket_reply: both,
  ticket_note: quiet,
  ticket_mention: both,
  ticket_status: quiet,
  ticket_assigned: both,
  ticket_sla: both,
  ticket_estimate: both,
  ticket_rating: daily,
}
const USUAL: Record<Role, Partial<Record<Kind, Choice>>> = {
  member: PARTNER,
  // Owners decide on estimates.
  owner: { ...PARTNER, ticket_estimate: both },
  engineer: STAFF,
  // Administrators watch over the whole, not over each ticket.
  admin: { ...STAFF, ticket_opened: daily, ticket_reply: daily, ticket_estimate: daily },
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
