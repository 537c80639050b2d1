import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { readPolicy, recordSlaChange, refuseTakenSlaName } from './write.ts'

/** Throws UNPROCESSABLE at `calendarId` when the calendar does not exist or is archived. */
export async function refuseUnlessCalendar(db: Db, id: string): Promise<void> {
  const found = await db
    .selectFrom('sla_calendars')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw refuse('UNPROCESSABLE', { fields: { calendarId: ['Choose business hours.'] } })
}

/**
 * Adds a policy. Throws NAME_TAKEN when another policy has the name, UNPROCESSABLE when the calendar does not exist.
 */
export const createPolicy = action(contract.sla.createPolicy, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, calendarId, targets, reason } = input
    await refuseUnlessCalendar(db, calendarId)
    const id = uuid()
    await refuseTakenSlaName(() =>
      db
        .insertInto('sla_policies')
        .values({ company_id: actor.companyId, id, name, calendar_id: calendarId, targets: JSON.stringify(targets) })
        .execute(),
    )
    await recordSlaChange(db, context, {
      companyId: actor.companyId,
      kind: 'sla_policy',
      id,
      action: 'sla.policy-created',
      after: { name, calendarId, targets },
      ...(reason ? { reason } : {}),
    })
    return readPolicy(db, actor, id)
  })
})
