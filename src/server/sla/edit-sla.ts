import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuseUnlessCalendar } from './create-sla.ts'
import { lockPolicy, readPolicy, recordSlaChange, refuseTakenSlaName } from './write.ts'

/**
 * Edits a policy. Open tickets that use it are recalculated. Throws NOT_FOUND, CONFLICT when the version is not the
 * current one, NAME_TAKEN when another policy has the name, and UNPROCESSABLE when the calendar does not exist.
 */
export const editPolicy = action(contract.sla.editPolicy, (context, { id, version, reason, ...wanted }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await lockPolicy(db, actor, id, version)
    const before = { name: row.name, calendarId: row.calendar_id, targets: row.targets }
    const after = {
      name: wanted.name ?? row.name,
      calendarId: wanted.calendarId ?? row.calendar_id,
      targets: wanted.targets ?? row.targets,
    }
    if (isDeepStrictEqual(before, after)) return readPolicy(db, actor, id)
    if (after.calendarId !== before.calendarId) await refuseUnlessCalendar(db, after.calendarId)
    await refuseTakenSlaName(() =>
      db
        .updateTable('sla_policies')
        .set({
          name: after.name,
          calendar_id: after.calendarId,
          targets: JSON.stringify(after.targets),
          version: version + 1,
          updated_at: sql<string>`now()`,
        })
        .where('id', '=', id)
        .execute(),
    )
    await recordSlaChange(db, context, {
      companyId: row.company_id,
      kind: 'sla_policy',
      id,
      action: 'sla.policy-edited',
      before,
      after,
      reason,
    })
    return readPolicy(db, actor, id)
  })
})
