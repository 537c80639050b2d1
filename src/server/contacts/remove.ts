import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { lockContact } from './write.ts'

/** Deletes a contact permanently. The audit log keeps its fields. Throws NOT_FOUND. */
export const removeContact = action(contract.contacts.remove, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, ...before } = await lockContact(db, actor, id)
    await db.deleteFrom('contacts').where('company_id', '=', company_id).where('id', '=', id).execute()
    await recordAudit(db, context, {
      companyId: company_id,
      action: 'contact.delete',
      subjectType: 'contact',
      subjectId: id,
      before,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: 'deleted', subjectId: id })
    return { id }
  })
})
