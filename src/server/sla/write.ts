// The steps that the verbs of this room share.
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { SLA_CHANGED, type SlaChangedData } from './policy.ts'
import { presentCalendar, presentPolicy } from './present.ts'
import { calendars, policies } from './queries.ts'

/** A policy as the actor sees it. NOT_FOUND without it. */
export async function readPolicy(db: Db, actor: Actor, id: string) {
  const row = await policies(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentPolicy(row, actor)
}

/** A calendar as the actor sees it. NOT_FOUND without it. */
export async function readCalendar(db: Db, actor: Actor, id: string) {
  const row = await calendars(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentCalendar(row, actor)
}

/** Takes a policy for a change. NOT_FOUND; CONFLICT with the policy as it is now when `version` is another. */
export async function takePolicy(db: Db, actor: Actor, id: string, version: number) {
  const row = await db
    .selectFrom('sla_policies')
    .select(['company_id', 'id', 'name', 'calendar_id', 'targets', 'is_default', 'version'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: await readPolicy(db, actor, id) })
  return row
}

/** Takes a calendar for a change. NOT_FOUND; CONFLICT with the calendar as it is now when `version` is another. */
export async function takeCalendar(db: Db, actor: Actor, id: string, version: number) {
  const row = await db
    .selectFrom('sla_calendars')
    .select(['company_id', 'id', 'name', 'time_zone', 'hours', 'holidays', 'version'])
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (row.version !== version) throw refuse('CONFLICT', { current: await readCalendar(db, actor, id) })
  return row
}

type Kind = 'sla_policy' | 'sla_calendar' | 'company'
/**
 * Keeps who changed what and why, tells the open pages and every process, and has the clocks of open tickets reckoned
 * again; all in the transaction of the change.
 */
export async function changed(
  db: Db,
  context: Actored,
  act: { companyId: string; kind: Kind; id: string; action: string; before?: object; after?: object; reason?: string },
): Promise<void> {
  const { platform, actor } = context
  const { kind, id, action, before, after, reason } = act
  await record(db, context, {
    companyId: act.companyId,
    action,
    subjectType: kind,
    subjectId: id,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(reason ? { reason } : {}),
  })
  await publish(db, actor, {
    companyId: actor.companyId,
    topic: 'sla_policy',
    kind: action.split('.')[1] ?? action,
    subjectId: id,
    staffOnly: true,
  })
  const data: SlaChangedData = { companyId: actor.companyId }
  await platform.jobs.send(db, SLA_CHANGED, data)
}

/** Runs a write; a name that is there already is the field's fault. */
export async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    if (
      (e as { code?: string; constraint?: string }).code === '23505' &&
      /by_name/.test(String((e as { constraint?: string }).constraint))
    )
      throw refuse('NAME_TAKEN', { fields: { name: ['Another one has this name already.'] } })
    throw e
  }
}
