import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { lockPack, namedPack, readPack } from './pack-write.ts'

/**
 * Changes a pack. Earlier purchases stay as they were bought. Throws NOT_FOUND, CONFLICT when the pack has changed
 * since `version`, and NAME_TAKEN.
 */
export const editPack = action(contract.billing.editPack, (context, { id, version, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockPack(db, actor, id, version)
    const before = {
      name: row.name,
      minutes: row.minutes,
      priceCents: row.price_cents,
      validMonths: row.valid_months,
    }
    const after = {
      name: wanted.name ?? before.name,
      minutes: wanted.minutes ?? before.minutes,
      priceCents: wanted.priceCents ?? before.priceCents,
      validMonths: wanted.validMonths ?? before.validMonths,
    }
    if (isDeepStrictEqual(before, after)) return readPack(db, actor, id)
    await namedPack(() =>
      db
        .updateTable('hour_packs')
        .set({
          name: after.name,
          minutes: after.minutes,
          price_cents: after.priceCents,
          valid_months: after.validMonths,
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'pack.edit',
      subjectType: 'hour_pack',
      subjectId: id,
      before,
      after,
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
