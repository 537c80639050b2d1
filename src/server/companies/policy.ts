// Health, permissions and limits of companies. Pure.

import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { ACTIVITY_KINDS, ApiKey, Company, Health } from '../../contract/companies/index.ts'
import { formatCount } from '../../contract/plain/counts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Hours that a P1 or P2 may be open before the company needs attention. */
export const URGENT_HOURS = 24
/** Tickets that may wait for the provider before the company needs attention. */
const WAITING_ON_US = 10
/** Days without activity in the portal after which a company counts as quiet. */
export const QUIET_COMPANY_DAYS = 30

/** Returns a company's health and the reason as text. The contract's `Health` documents the rule. */
export function getCompanyHealth(
  known: {
    /** Open P1 and P2 tickets that are older than URGENT_HOURS. */
    urgentOverdue: number
    /** Tickets that are new or in progress. */
    waitingOnUs: number
    lastSeenAt: string | null
  },
  now: Date,
): z.infer<typeof Health> {
  if (known.urgentOverdue > 0) {
    const tickets = formatCount(known.urgentOverdue, 'urgent ticket (P1 or P2) has', 'urgent tickets (P1 or P2) have')
    return { state: 'attention', reason: `${tickets} been open for more than a day.` }
  }
  if (known.waitingOnUs > WAITING_ON_US)
    return { state: 'attention', reason: `${known.waitingOnUs} tickets are new or in progress.` }
  if (!known.lastSeenAt) return { state: 'quiet', reason: 'No one has signed in yet.' }
  const days = Math.floor((now.getTime() - Date.parse(known.lastSeenAt)) / DAY)
  if (days >= QUIET_COMPANY_DAYS) return { state: 'quiet', reason: `No one has been active for ${days} days.` }
  return { state: 'good', reason: 'No urgent tickets open for more than a day, and users are active.' }
}

/** Returns what the reader may do with a company that they can see. */
export const companyPermissions = (
  reader: { role: Role | 'system'; companyId: string },
  companyId: string,
): z.infer<typeof Company>['can'] => {
  const owns = reader.role === 'owner' && reader.companyId === companyId
  return {
    edit: owns || reader.role === 'admin',
    notes: reader.role === 'engineer' || reader.role === 'admin',
    keys: owns || reader.role === 'admin',
    export: owns,
    approveMail: reader.role === 'engineer' || reader.role === 'admin',
  }
}

/** Returns a URL slug for a name. `ending` keeps companies of the same name apart. */
export function slugOf(name: string, ending: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  // `company-…` is the slug of companies that have not been named yet (PLACEHOLDER).
  return `${words.startsWith('company-') || words === '' ? `partner-${words}` : words}-${ending}`.replace(/-+/g, '-')
}

/** Returns whether a key is live, expired or revoked. */
export function keyState(
  key: { expiresAt: string | null; revokedAt: string | null },
  now: Date,
): z.infer<typeof ApiKey>['state'] {
  if (key.revokedAt) return 'revoked'
  return key.expiresAt && Date.parse(key.expiresAt) <= now.getTime() ? 'expired' : 'live'
}

/** The subject types of the audit log for each activity filter. */
export const SUBJECTS: Record<(typeof ACTIVITY_KINDS)[number], readonly string[]> = {
  company: ['company', 'export', 'lead'],
  people: ['user', 'invitation', 'profile'],
  contacts: ['contact', 'client', 'contact-import'],
  tickets: ['ticket'],
  access: ['api_key'],
}

/** The name of the job that builds an export. */
export const BUILD_EXPORT = 'companies.build-export'
export type ExportData = { companyId: string; exportId: string }
/** A queued or running export that was not updated for this many minutes is marked as failed. */
export const EXPORT_DEAD_MINUTES = 60
