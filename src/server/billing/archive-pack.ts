import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { namedPack, readPack, takePack } from './pack-write.ts'

/**
 * Stops selling a pack, or sells it again. A rule of automatic top-up that has it does nothing until its owner chooses
 * another, and says so when hours run low. CONFLICT, NAME_TAKEN.
 */
export function archivePack(
  context: Actored,
  { id, version, archived }: { id: string; version: number; archived: boolean },
): Promise<z.infer<typeof Pack>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takePack(db, actor, id, version)
    if ((row.archived_at !== null) === archived) return readPack(db, actor, id)
    await namedPack(() =>
      db
        .updateTable('hour_packs')
        .set({
          archived_at: archived ? sql<string>`now()` : null,
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    await record(db, context, {
      companyId: row.company_id,
      action: archived ? 'pack.archive' : 'pack.restore',
      subjectType: 'hour_pack',
      subjectId: id,
      before: { name: row.name, priceCents: row.price_cents },
    })
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'billing',
      kind: 'pack',
      subjectId: id,
      staffOnly: true,
    })
    return readPack(db, actor, id)
  })
}
