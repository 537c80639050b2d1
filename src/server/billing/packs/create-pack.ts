import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import { publish } from '../../platform/events/publish.ts'
import { action } from '../../platform/http/action.ts'
import { namedPack, readPack } from './pack-write.ts'

/** Adds a pack for sale, last in the list. Throws NAME_TAKEN. */
export const createPack = action(contract.billing.createPack, (context, input) => {
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
    await recordAudit(db, context, {
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
})
