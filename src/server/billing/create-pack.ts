import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { namedPack, readPack } from './pack-write.ts'

type NewPack = { name: string; minutes: number; priceCents: number; validMonths: number }

/** Offers a new pack, last in the order. NAME_TAKEN. */
export function createPack(context: Actored, input: NewPack): Promise<z.infer<typeof Pack>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const id = uuid()
    await namedPack(() =>
      db
        .insertInto('hour_packs')
        .values({
          company_id: actor.companyId,
          id,
          name: input.name,
          minutes: input.minutes,
          price_cents: input.priceCents,
          valid_months: input.validMonths,
          position: sql<number>`(select coalesce(max(position), -1) + 1 from hour_packs where archived_at is null)`,
        })
        .execute(),
    )
    await record(db, context, {
      companyId: actor.companyId,
      action: 'pack.create',
      subjectType: 'hour_pack',
      subjectId: id,
      after: { ...input },
    })
    await publish(db, actor, {
      companyId: actor.companyId,
      topic: 'billing',
      kind: 'pack',
      subjectId: id,
      staffOnly: true,
    })
    return readPack(db, actor, id)
  })
}
