import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Policy, PolicyContent } from '../../contract/sla.ts'
import type { Actored } from '../platform/api.ts'
import { refuseUnlessCalendar } from './create-policy.ts'
import { changed, named, readPolicy, takePolicy } from './write.ts'

type Edit = { [K in keyof z.infer<typeof PolicyContent>]?: z.infer<typeof PolicyContent>[K] | undefined } & {
  id: string
  version: number
  reason: string
}

/** Changes a policy; open tickets that have it are reckoned again. CONFLICT when somebody was faster, NAME_TAKEN. */
export function editPolicy(
  context: Actored,
  { id, version, reason, ...wanted }: Edit,
): Promise<z.infer<typeof Policy>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const row = await takePolicy(db, actor, id, version)
    const before = { name: row.name, calendarId: row.calendar_id, targets: row.targets }
    const after = {
      name: wanted.name ?? row.name,
      calendarId: wanted.calendarId ?? row.calendar_id,
      targets: wanted.targets ?? row.targets,
    }
    if (isDeepStrictEqual(before, after)) return readPolicy(db, actor, id)
    if (after.calendarId !== before.calendarId) await refuseUnlessCalendar(db, after.calendarId)
    await named(() =>
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
    await changed(db, context, {
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
}
