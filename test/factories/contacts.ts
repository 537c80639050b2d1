import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Clients, Contacts, MailBounces } from '../../src/server/platform/db.types.ts'
import type { Owner } from './people.ts'

let count = 0

type ClientFields = Partial<Insertable<Clients>> & { company_id: string }
type ContactFields = Partial<Insertable<Contacts>> & { company_id: string }

/** An end client of a company. */
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

/** A contact of a company. */
export async function makeContact(
  db: Owner,
  fields: ContactFields,
): Promise<{ id: string; company_id: string; full_name: string; version: number }> {
  const n = ++count
  return db
    .insertInto('contacts')
    .values({ id: uuid(), full_name: `Contact ${n}`, ...fields })
    .returning(['id', 'company_id', 'full_name', 'version'])
    .executeTakeFirstOrThrow()
}

/** That an address of a company's contact was refused for good. */
export async function makeBounce(
  db: Owner,
  fields: Partial<Insertable<MailBounces>> & { company_id: string; email: string },
): Promise<void> {
  await db
    .insertInto('mail_bounces')
    .values({ id: uuid(), status: '5.1.1', detail: '550 5.1.1 no such user', ...fields })
    .execute()
}

/** An uploaded file that was not imported yet, with one row in it. */
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
