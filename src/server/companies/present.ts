import type { z } from 'zod'
import type { ApiKey, Company, CompanyNote, Export } from '../../contract/companies/index.ts'
import type { Actor } from '../platform/database/db.ts'
import { presentFields } from '../platform/fields.ts'
import { FORMER } from '../platform/words.ts'
import { companyFields } from './fields.ts'
import { companyPermissions, keyState } from './policy.ts'
import type { WholeCompany } from './queries.ts'

/** Returns a company as the reader sees it. Only staff see who approved mail to people without an account. */
export function presentCompany(row: WholeCompany, reader: Actor): z.infer<typeof Company> {
  const { mail, ...company } = {
    ...presentFields(companyFields, 'list', row),
    ...presentFields(companyFields, 'record', row),
  }
  return {
    ...company,
    can: companyPermissions(reader, row.id),
    mail: reader.kind === 'staff' ? mail : { ...mail, approved: null },
  }
}

type NoteRow = {
  id: string
  author_id: string
  author: string | null
  body: string
  version: number
  created_at: string
  edited_at: string | null
}

/** Returns a note as staff see it. Only the author may change or delete it. */
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

/** Returns an API key without its secret, with its state at `now`. */
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

/** Returns an export in the form of the contract. */
export const presentExport = (row: ExportRow): z.infer<typeof Export> => ({
  id: row.id,
  state: row.state as z.infer<typeof Export>['state'],
  progress: row.progress,
  withFiles: row.with_files,
  size: row.size,
  requestedBy: { id: row.requested_by, name: row.requester ?? FORMER },
  createdAt: row.created_at,
  finishedAt: row.finished_at,
  expiresAt: row.expires_at,
})
