import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Clients, Contacts, MailBounces } from '../../src/server/platform/database/db.types.ts'
import type { Owner } from './people.ts'

let count = 0

type ClientFields = Partial<Insertable<Clients>> & { company_id: string }
type ContactFields = Partial<Insertable<Contacts>> & {
  company_id: string
  /** Whether the person consented to mail from the company. */
  agreed?: boolean
}

/** Creates a client of a company. */
export async function makeClient(
  db: Owner,
  fields: ClientFields,
): Promise<{ id: string; company_id: string; name: string; version: number }> {
  return db
    .insertInto('clients')
    .values({ id: uuid(), name: `Client ${++count}`, ...fields })
    .returning(['id', 'company_id', 'name', 'version'])
    .executeTakeFirstOrThrow()
}

/** Creates a contact of a company. Default: consented to its mail. */
export async function makeContact(
  db: Owner,
  { agreed = true, ...fields }: ContactFields,
): Promise<{ id: string; company_id: string; full_name: string; version: number }> {
  const n = ++count
  if (agreed && fields.email)
    await db
      .insertInto('mail_consents')
      .values({
        company_id: fields.company_id,
        email: fields.email.toLowerCase(),
        state: 'confirmed',
        source: 'page',
        decided_at: new Date().toISOString(),
      })
      .onConflict((c) => c.doNothing())
      .execute()
  return db
    .insertInto('contacts')
    .values({ id: uuid(), full_name: `Contact ${n}`, ...fields })
    .returning(['id', 'company_id', 'full_name', 'version'])
    .executeTakeFirstOrThrow()
}

/** Creates a permanent bounce of a contact's address. */
export async function makeBounce(
  db: Owner,
  fields: Partial<Insertable<MailBounces>> & { company_id: string; email: string },
): Promise<void> {
  await db
    .insertInto('mail_bounces')
    .values({ id: uuid(), status: '5.1.1', detail: '550 5.1.1 no such user', ...fields })
    .execute()
}

/** Creates an uploaded file with one row, not imported yet. */
export async function makeImport(
  db: Owner,
  { company_id, created_by }: { company_id: string; created_by: string },
): Promise<{ id: string; company_id: string }> {
  const id = uuid()
  await db
    .insertInto('contact_imports')
    .values({
      company_id,
      id,
      file_name: 'contacts.csv',
      encoding: 'utf-8',
      delimiter: ',',
      record_count: 2,
      column_count: 1,
      created_by,
      created_role: 'owner',
    })
    .execute()
  await db
    .insertInto('contact_import_rows')
    .values([
      { company_id, import_id: id, row: 1, cells: JSON.stringify(['Name']) },
      { company_id, import_id: id, row: 2, cells: JSON.stringify(['Pat Doe']) },
    ])
    .execute()
  return { id, company_id }
}
