// Matches rows of a file with existing contacts and decides what each row would change.

import { sql } from 'kysely'
import { NOTES_MAX } from '../../../contract/contacts/index.ts'
import { foldText } from '../../../contract/plain/fold-text.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Plan, Repeats, type Values } from './import-rows.ts'

type Existing = {
  id: string
  full_name: string
  email: string | null
  email_key: string | null
  phone: string | null
  title: string | null
  client_id: string | null
  notes: string
  version: number
}
/** A change to an existing contact. `client` is the name of a client to create first. */
export type Change = {
  full_name?: string
  phone?: string
  title?: string
  notes?: string
  client_id?: string
  client?: string
}
export type Decision = { row: number; values: Values } & (
  | { act: 'create' }
  | { act: 'update'; contact: Existing; change: Change }
  | { act: 'unchanged'; contact: Existing }
  | { act: 'skip'; sameAs: number | undefined; contact?: Existing }
)
/** Ids of active clients by lowercase name. */
export type Clients = Map<string, string>

/** Returns the company's active clients that have one of the names. */
export async function clientsNamed(db: Db, companyId: string, names: Iterable<string>): Promise<Clients> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const found = await db
    .selectFrom('clients')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    // Under row-level security, the index on this column can be used. The column also ignores accents, so the callers
    // look up the exact name in lowercase.
    .where('name_key', '=', sql<string>`any(array(select fold_text(x) from unnest(${wanted}::text[]) x))`)
    .execute()
  return new Map(found.map((c) => [c.name.toLowerCase(), c.id]))
}

const rest = (db: Db, companyId: string, importId: string | undefined) =>
  db
    .selectFrom('contacts')
    .$if(importId !== undefined, (q) => q.forUpdate())
    .select(['id', 'full_name', 'email', 'email_key', 'phone', 'title', 'client_id', 'notes', 'version'])
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .orderBy('id')

/** Returns what a row would change in a contact. Empty cells remove nothing; notes are appended, not replaced. */
function changeOf(contact: Existing, values: Values, clients: Clients, plan: Plan): Change | undefined {
  const change: Change = {}
  if (values.fullName !== contact.full_name) change.full_name = values.fullName
  if (values.phone && values.phone !== contact.phone) change.phone = values.phone
  if (values.title && values.title !== contact.title) change.title = values.title
  if (values.client) {
    const id = clients.get(values.client.toLowerCase())
    if (id && id !== contact.client_id) change.client_id = id
    else if (!id && plan.clients === 'create') change.client = values.client
  }
  if (values.notes && !contact.notes.includes(values.notes)) {
    const notes = contact.notes === '' ? values.notes : `${contact.notes}\n\n${values.notes}`
    if (notes.length <= NOTES_MAX) change.notes = notes
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/**
 * Decides for each valid row whether it creates a contact, updates one, changes nothing or is skipped. Rows are matched
 * with contacts by email, or by name and client when the row has no email. Returns the decisions, and the clients that
 * the rows name. With `importId`, for the import itself, locks these contacts until the transaction ends, so that a
 * change that someone saves meanwhile is not overwritten; contacts that earlier rows of this import created are not
 * found by name, as in the preview.
 */
export async function matchRows(
  db: Db,
  companyId: string,
  rows: { row: number; values: Values; sameAs: number | undefined }[],
  plan: Plan,
  importId?: string,
): Promise<{ decisions: Decision[]; clients: Clients }> {
  const clients = await clientsNamed(
    db,
    companyId,
    rows.flatMap((r) => r.values.client ?? []),
  )
  if (plan.existing === 'create') return { decisions: rows.map((r) => ({ ...r, act: 'create' as const })), clients }

  const emails = rows.flatMap((r) => r.values.email?.toLowerCase() ?? [])
  const names = rows.flatMap((r) => (r.values.email ? [] : r.values.fullName))
  const [byEmail, byName] = await Promise.all([
    emails.length > 0
      ? rest(db, companyId, importId).where('email_key', '=', sql<string>`any(${emails}::text[])`).execute()
      : [],
    names.length > 0
      ? rest(db, companyId, importId)
          .where('name_key', '=', sql<string>`any(array(select fold_text(x) from unnest(${names}::text[]) x))`)
          .$if(importId !== undefined, (q) => q.where('import_id', 'is distinct from', importId as string))
          .execute()
      : [],
  ])
  const withEmail = new Map<string, Existing>()
  // When several contacts have the same email, use the oldest.
  for (const c of byEmail.toReversed()) withEmail.set(c.email_key as string, c)
  const key = (name: string, client: string | null) => `${foldText(name)} | ${client ?? ''}`
  const withName = new Map<string, Existing>()
  for (const c of byName.toReversed()) withName.set(key(c.full_name, c.client_id), c)

  const decisions = rows.map(({ row, values, sameAs }): Decision => {
    if (sameAs !== undefined) return { row, values, act: 'skip', sameAs }
    const clientId = values.client ? clients.get(values.client.toLowerCase()) : null
    const unknown = values.client !== null && clientId === undefined && plan.clients === 'create'
    const contact = values.email
      ? withEmail.get(values.email.toLowerCase())
      : unknown
        ? undefined
        : withName.get(key(values.fullName, clientId ?? null))
    if (!contact) return { row, values, act: 'create' }
    if (plan.existing === 'skip') return { row, values, act: 'skip', sameAs: undefined, contact }
    const change = changeOf(contact, values, clients, plan)
    return change ? { row, values, act: 'update', contact, change } : { row, values, act: 'unchanged', contact }
  })
  return { decisions, clients }
}

/** Returns a function that finds the earlier row that a row repeats. Finds none if the plan is to create every row. */
export const repeatsOf = (plan: Plan) => {
  const repeats = new Repeats()
  return (row: number, values: Values) => (plan.existing === 'create' ? undefined : repeats.see(row, values))
}
