import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { packRows, presentPack } from './pack-write.ts'

/** Reorders the packs for sale. Throws UNPROCESSABLE unless each of them is named once. */
export const reorderPacks = action(contract.billing.reorderPacks, (context, { ids }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const sold = () => packRows(db).where('archived_at', 'is', null)
    const before = await sold().forUpdate().execute()
    const same = before.length === ids.length && new Set(ids).size === ids.length
    if (!same || before.some((p) => !ids.includes(p.id)))
      throw refuse('UNPROCESSABLE', { fields: { ids: ['The packs have changed. Reload the page and try again.'] } })
    await db
      .updateTable('hour_packs')
      .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1`, updated_at: sql<string>`now()` })
      .where('id', 'in', ids)
      .execute()
    const first = before[0]
    if (first) {
      await recordAudit(db, context, {
        companyId: first.company_id,
        action: 'pack.reorder',
        subjectType: 'hour_pack',
        subjectId: first.id,
        before: { ids: before.map((p) => p.id) },
        after: { ids },
      })
      await publish(db, actor, {
        companyId: first.company_id,
        topic: 'billing',
        kind: 'pack',
        subjectId: first.id,
        staffOnly: true,
      })
    }
    return { items: (await sold().execute()).map((r) => presentPack(r, actor)) }
  })
})
