import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { NewContact } from '../../contract/contacts/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Contacts } from '../platform/database/db.types.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { buildNewColumns } from '../platform/field-edits.ts'
import { contactFields } from './fields.ts'

/** Inserts a contact in the caller's transaction and returns its id. The caller has checked that the client exists. */
export async function addContact(
  db: Db,
  by: By,
  companyId: string,
  input: Omit<z.infer<typeof NewContact>, 'companyId'>,
): Promise<string> {
  const id = uuid()
  const fields = buildNewColumns(contactFields, input)
  await Promise.all([
    db
      .insertInto('contacts')
      .values({ company_id: companyId, id, ...fields } as Insertable<Contacts>)
      .execute(),
    recordAudit(db, by, { companyId, action: 'contact.create', subjectType: 'contact', subjectId: id, after: fields }),
    publish(db, by.actor, { companyId, topic: 'contact', kind: 'created', subjectId: id }),
  ])
  return id
}
