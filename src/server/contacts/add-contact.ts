import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewContact } from '../../contract/contacts.ts'
import { type By, record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'

/** Writes a contact of a company, its client already looked at, within the caller's transaction; gives its id. */
export async function addContact(
  db: Db,
  by: By,
  companyId: string,
  input: Omit<z.infer<typeof NewContact>, 'companyId'>,
): Promise<string> {
  const id = uuid()
  const fields = {
    full_name: input.fullName,
    email: input.email ?? null,
    phone: input.phone ?? null,
    title: input.title ?? null,
    notes: input.notes ?? '',
    client_id: input.clientId ?? null,
  }
  await Promise.all([
    db
      .insertInto('contacts')
      .values({ company_id: companyId, id, ...fields })
      .execute(),
    record(db, by, { companyId, action: 'contact.create', subjectType: 'contact', subjectId: id, after: fields }),
    publish(db, by.actor, { companyId, topic: 'contact', kind: 'created', subjectId: id }),
  ])
  return id
}
