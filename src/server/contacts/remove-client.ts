import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { takeClient } from './write.ts'

/** Deletes an end client for good. Its contacts stay, from then on without a client. */
export function removeClient(context: Actored, { id }: { id: string }): Promise<{ id: string }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, ...before } = await takeClient(db, actor, id)
    const freed = await db
      .updateTable('contacts')
      .set((e) => ({ client_id: null, version: e('version', '+', 1), updated_at: sql<string>`now()` }))
      .where('company_id', '=', company_id)
      .where('client_id', '=', id)
      .executeTakeFirst()
    await db.deleteFrom('clients').where('company_id', '=', company_id).where('id', '=', id).execute()
    await record(db, context, {
      companyId: company_id,
      action: 'client.delete',
      subjectType: 'client',
      subjectId: id,
      before: { ...before, contacts: Number(freed.numUpdatedRows) },
    })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: 'deleted', subjectId: id })
    return { id }
  })
}
