import type { z } from 'zod'
import type { Client, ClientRow, Contact, ContactRow } from '../../contract/contacts.ts'
import type { Actor } from '../platform/db.ts'
import { can, whyRefused } from './policy.ts'
import type { ClientRecord, ContactRecord } from './queries.ts'

/** A contact in a list. */
export const presentContactRow = (r: ContactRecord, reader: Actor): z.infer<typeof ContactRow> => ({
  id: r.id,
  fullName: r.full_name,
  email: r.email,
  phone: r.phone,
  title: r.title,
  client: r.client_id ? { id: r.client_id, name: r.client ?? '', archived: r.client_archived_at !== null } : null,
  company: { id: r.company_id, name: r.company ?? '' },
  mailsHeld: r.held && {
    since: r.held.since,
    until: r.held.until,
    reason: whyRefused(r.held.status),
    // Most servers say the status in their words as well.
    answer: r.held.detail.includes(r.held.status) ? r.held.detail : `${r.held.status} ${r.held.detail}`.trim(),
  },
  source: r.source as 'manual',
  archivedAt: r.archived_at,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
  can: can(reader),
})

/** A whole contact for one reader. */
export const presentContact = (r: ContactRecord & { notes: string }, reader: Actor): z.infer<typeof Contact> => ({
  ...presentContactRow(r, reader),
  notes: r.notes,
})

/** A client in a list. */
export const presentClientRow = (r: ClientRecord, reader: Actor): z.infer<typeof ClientRow> => ({
  id: r.id,
  name: r.name,
  website: r.website,
  phone: r.phone,
  industry: r.industry,
  company: { id: r.company_id, name: r.company ?? '' },
  contacts: r.contacts ?? 0,
  archivedAt: r.archived_at,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
  version: r.version,
  can: { ...can(reader), merge: false },
})

/** A whole client for one reader. */
export const presentClient = (r: ClientRecord & { notes: string }, reader: Actor): z.infer<typeof Client> => ({
  ...presentClientRow(r, reader),
  address: r.address,
  notes: r.notes,
})
