import type { z } from 'zod'
import type { ApiKey, Company, CompanyNote, CompanyRow, Export } from '../../contract/companies.ts'
import { usedPercent } from '../hours/index.ts'
import type { Actor } from '../platform/db.ts'
import { FORMER } from '../platform/words.ts'
import { can, healthOf, keyState } from './policy.ts'

type Row = {
  id: string
  name: string
  slug: string
  is_internal: boolean
  placeholder: boolean
  phone: string | null
  website: string | null
  address: string | null
  description: string | null
  time_zone: string | null
  tools: string[]
  business_hours: unknown
  version: number
  created_at: string
  logo: string | null
}

/** A company as one reader sees it. */
export const present = (row: Row, reader: Actor): z.infer<typeof Company> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  is_internal: row.is_internal,
  placeholder: row.placeholder,
  phone: row.phone,
  website: row.website,
  address: row.address,
  description: row.description,
  timeZone: row.time_zone,
  tools: row.tools,
  // Checked when it was written.
  businessHours: row.business_hours as z.infer<typeof Company>['businessHours'],
  logoEtag: row.logo,
  version: row.version,
  createdAt: row.created_at,
  can: can(reader, row.id),
})

type ListRow = {
  id: string
  name: string
  slug: string
  is_internal: boolean
  placeholder: boolean
  website: string | null
  created_at: string
  logo: string | null
  owners: { id: string; name: string }[]
  users: number
  open: number
  urgent: number
  overdue: number
  waiting: number
  hours: number | null
  hours_base: number | null
  last_seen_at: string | null
}

/** A row of the staff's list. */
export const presentRow = (row: ListRow, now: Date): z.infer<typeof CompanyRow> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  is_internal: row.is_internal,
  placeholder: row.placeholder,
  website: row.website,
  logoEtag: row.logo,
  owners: row.owners,
  users: row.users,
  openTickets: row.open,
  urgentTickets: row.urgent,
  hours: row.hours,
  hoursUsed: row.hours === null ? null : usedPercent(row.hours, row.hours_base ?? 0),
  lastSeenAt: row.last_seen_at,
  createdAt: row.created_at,
  health: healthOf({ urgentOverdue: row.overdue, waitingOnUs: row.waiting, lastSeenAt: row.last_seen_at }, now),
})

type NoteRow = {
  id: string
  author_id: string
  author: string | null
  body: string
  version: number
  created_at: string
  edited_at: string | null
}

/** A note for one of the staff: only the author changes it. */
export const presentNote = (row: NoteRow, reader: Actor): z.infer<typeof CompanyNote> => ({
  id: row.id,
  author: { id: row.author_id, name: row.author ?? FORMER },
  body: row.body,
  version: row.version,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  can: { edit: row.author_id === reader.userId, delete: row.author_id === reader.userId },
})

type KeyRow = {
  id: string
  name: string
  prefix: string
  scopes: string[]
  created_by: string
  creator: string | null
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
}

/** An API key, without what opens. */
export const presentKey = (row: KeyRow, now: Date): z.infer<typeof ApiKey> => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  createdBy: { id: row.created_by, name: row.creator ?? FORMER },
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
  state: keyState({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, now),
})

type ExportRow = {
  id: string
  state: string
  progress: number
  with_files: boolean
  size: number | null
  requested_by: string
  requester: string | null
  created_at: string
  finished_at: string | null
  expires_at: string | null
}

/** An export's row as the contract says it. */
export const presentExport = (row: ExportRow): z.infer<typeof Export> => ({
  id: row.id,
  state: row.state as 'ready',
  progress: row.progress,
  withFiles: row.with_files,
  size: row.size,
  requestedBy: { id: row.requested_by, name: row.requester ?? FORMER },
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
})
