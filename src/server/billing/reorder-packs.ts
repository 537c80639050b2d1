import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { packs, presentPack } from './pack-write.ts'

/** Puts the packs that are sold in another order. UNPROCESSABLE unless each of them is named once. */
export function reorderPacks(context: Actored, { ids }: { ids: string[] }): Promise<{ items: z.infer<typeof Pack>[] }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const sold = () => packs(db).where('archived_at', 'is', null)
    const before = await sold().forUpdate().execute()
    const same = before.length === ids.length && new Set(ids).size === ids.length
    if (!same || before.some((p) => !ids.includes(p.id)))
      throw refuse('UNPROCESSABLE', { fields: { ids: ['Name each pack that is sold once. Load the page again.'] } })
    await db
      .updateTable('hour_packs')
      .set({ position: sql<number>`array_position(${ids}::uuid[], id) - 1`, updated_at: sql<string>`now()` })
      .where('id', 'in', ids)
      .execute()
    const first = before[0]
    if (first) {
      await record(db, context, {
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
}
