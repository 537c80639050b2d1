import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { editFields } from '../platform/field-edits.ts'
import { action } from '../platform/http/action.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { contactFields } from './fields.ts'
import { lockContact, readContact } from './write.ts'

/**
 * Changes the given fields of a contact. Throws NOT_FOUND, CONFLICT when the contact has changed since `version`, and
 * UNPROCESSABLE for a client that cannot be chosen or a partner's name for the contact that is not allowed.
 */
export const editContact = action(contract.contacts.edit, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const contact = await lockContact(db, actor, id, version)
    const { company_id } = contact
    const { columns, before } = await editFields(contactFields, db, company_id, contact, wanted)
    if (actor.kind === 'tenant' && typeof columns.full_name === 'string') demandName(columns.full_name, 'fullName')
    if (Object.keys(columns).length === 0) return readContact(db, actor, id)
    await db
      .updateTable('contacts')
      .set({ ...columns, version: contact.version + 1, updated_at: sql<string>`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: company_id,
      action: 'contact.edit',
      subjectType: 'contact',
      subjectId: id,
      before,
      after: columns,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: 'edited', subjectId: id })
    return readContact(db, actor, id)
  })
})
