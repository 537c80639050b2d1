import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Policy, PolicyContent } from '../../contract/sla.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Db } from '../platform/db.ts'
import { createOnce } from '../platform/once.ts'
import { changed, named, readPolicy } from './write.ts'

/** UNPROCESSABLE beside the field when there is no such calendar. */
export async function refuseUnlessCalendar(db: Db, id: string): Promise<void> {
  const found = await db
    .selectFrom('sla_calendars')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw refuse('UNPROCESSABLE', { fields: { calendarId: ['Choose a calendar.'] } })
}

/** Adds a policy. NAME_TAKEN; UNPROCESSABLE for a calendar that is not there. */
export function createPolicy(
  context: Actored,
  input: z.infer<typeof PolicyContent> & { reason?: string | undefined },
): Promise<z.infer<typeof Policy>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    const { name, calendarId, targets, reason } = input
    await refuseUnlessCalendar(db, calendarId)
    const id = uuid()
    await named(() =>
      db
        .insertInto('sla_policies')
        .values({ company_id: actor.companyId, id, name, calendar_id: calendarId, targets: JSON.stringify(targets) })
        .execute(),
    )
    await changed(db, context, {
      companyId: actor.companyId,
      kind: 'sla_policy',
      id,
      action: 'sla.policy-created',
      after: { name, calendarId, targets },
      ...(reason ? { reason } : {}),
    })
    return readPolicy(db, actor, id)
  })
}
