import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { lockClient } from '../write.ts'

/** Deletes a client permanently. Its contacts stay, without a client. Throws NOT_FOUND. */
export const removeClient = action(contract.contacts.removeClient, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, ...before } = await lockClient(db, actor, id)
    const freed = await db
      .updateTable('contacts')
      .set((e) => ({ client_id: null, version: e('version', '+', 1), updated_at: sql<string>`now()` }))
      .where('company_id', '=', company_id)
      .where('client_id', '=', id)
      .executeTakeFirst()
    await db.deleteFrom('clients').where('company_id', '=', company_id).where('id', '=', id).execute()
    await recordAudit(db, context, {
      companyId: company_id,
      action: 'client.delete',
      subjectType: 'client',
      subjectId: id,
      before: { ...before, contacts: Number(freed.numUpdatedRows) },
    })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: 'deleted', subjectId: id })
    return { id }
  })
})
