import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { namedPack, readPack, takePack } from './pack-write.ts'

type Edit = {
  id: string
  version: number
  name?: string | undefined
  minutes?: number | undefined
  priceCents?: number | undefined
  validMonths?: number | undefined
}

/** Changes a pack; what was bought before stays as it was bought. CONFLICT when somebody was faster, NAME_TAKEN. */
export function editPack(context: Actored, { id, version, ...wanted }: Edit): Promise<z.infer<typeof Pack>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takePack(db, actor, id, version)
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
    await record(db, context, {
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
}
