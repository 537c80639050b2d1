import { sql } from 'kysely'
import type { z } from 'zod'
import type { Client, EditClient } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { difference, namedOnce, readClient, takeClient } from './write.ts'

/** Changes an end client; what is left out stays. CONFLICT when somebody was faster, NAME_TAKEN when another is so called. */
export function editClient(
  context: Actored,
  { id, version, ...wanted }: z.infer<typeof EditClient>,
): Promise<z.infer<typeof Client>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const client = await takeClient(db, actor, id, version)
    const { company_id, id: _, version: __, archived_at: ___, ...now } = client
    const changed = difference(now, wanted as Partial<typeof now>)
    if (!changed) return readClient(db, actor, id)
    await namedOnce(
      db
        .updateTable('clients')
        .set({ ...changed.after, version: client.version + 1, updated_at: sql<string>`now()` })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute(),
    )
    await record(db, context, {
      companyId: company_id,
      action: 'client.edit',
      subjectType: 'client',
      subjectId: id,
      ...changed,
    })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: 'edited', subjectId: id })
    return readClient(db, actor, id)
  })
}
