import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { takeContact } from './write.ts'

/** Deletes a contact for good. What it was stays in the audit log. */
export function remove(context: Actored, { id }: { id: string }): Promise<{ id: string }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, ...before } = await takeContact(db, actor, id)
    await db.deleteFrom('contacts').where('company_id', '=', company_id).where('id', '=', id).execute()
    await record(db, context, {
      companyId: company_id,
      action: 'contact.delete',
      subjectType: 'contact',
      subjectId: id,
      before,
    })
    await publish(db, actor, { companyId: company_id, topic: 'contact', kind: 'deleted', subjectId: id })
    return { id }
  })
}
