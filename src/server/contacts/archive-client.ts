import { sql } from 'kysely'
import type { z } from 'zod'
import type { Client } from '../../contract/contacts.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { namedOnce, readClient, takeClient } from './write.ts'

/** Puts an end client away, or takes it back; its contacts stay as they are. NAME_TAKEN when another has its name by now. */
export function archiveClient(
  context: Actored,
  { id, archived }: { id: string; archived: boolean },
): Promise<z.infer<typeof Client>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { company_id, archived_at, version } = await takeClient(db, actor, id)
    if ((archived_at !== null) === archived) return readClient(db, actor, id)
    await namedOnce(
      db
        .updateTable('clients')
        .set({
          archived_at: archived ? sql<string>`now()` : null,
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('company_id', '=', company_id)
        .where('id', '=', id)
        .execute(),
    )
    const kind = archived ? 'archive' : 'restore'
    await record(db, context, { companyId: company_id, action: `client.${kind}`, subjectType: 'client', subjectId: id })
    await publish(db, actor, { companyId: company_id, topic: 'client', kind: `${kind}d`, subjectId: id })
    return readClient(db, actor, id)
  })
}
