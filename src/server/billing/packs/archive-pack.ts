import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { lockPack, namedPack, readPack } from './pack-write.ts'

/**
 * Archives a pack or sells it again. A top-up rule with an archived pack buys nothing until its owner chooses another,
 * and notifies the owners when hours run low. Throws NOT_FOUND, CONFLICT, NAME_TAKEN.
 */
export const archivePack = action(contract.billing.archivePack, (context, { id, version, archived }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockPack(db, actor, id, version)
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
    await recordAudit(db, context, {
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
})
