// Steps that several actions of this module share.

import type { Actor, Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { SLA_CHANGED, type SlaChangedData } from './policy.ts'
import { presentCalendar, presentPolicy } from './present.ts'
import { slaCalendars, slaPolicies } from './queries.ts'

/** Returns a policy as the actor sees it. Throws NOT_FOUND when it does not exist. */
export async function readPolicy(db: Db, actor: Actor, id: string) {
  const row = await slaPolicies(db).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentPolicy(row, actor)
}

/** Returns a calendar as the actor sees it. Throws NOT_FOUND when it does not exist. */
export async function readCalendar(db: Db, actor: Actor, id: string) {
  const row = await slaCalendars(db).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  return presentCalendar(row, actor)
}

/**
 * Locks a policy for a change and returns it. Throws NOT_FOUND when it does not exist, CONFLICT with the policy as it
 * is now when `version` is not the current one.
 */
export async function lockPolicy(db: Db, actor: Actor, id: string, version: number) {
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

/**
 * Locks a calendar for a change and returns it. Throws NOT_FOUND when it does not exist, CONFLICT with the calendar as
 * it is now when `version` is not the current one.
 */
export async function lockCalendar(db: Db, actor: Actor, id: string, version: number) {
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
 * Writes the audit log entry, notifies open pages and every process, and sends the job that recalculates open tickets,
 * all in the transaction of the change.
 */
export async function recordSlaChange(
  db: Db,
  context: ActorContext,
  act: { companyId: string; kind: Kind; id: string; action: string; before?: object; after?: object; reason?: string },
): Promise<void> {
  const { platform, actor } = context
  const { kind, id, action, before, after, reason } = act
  await recordAudit(db, context, {
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

/** Runs a write and returns its result. Throws NAME_TAKEN at `name` when the name is in use. */
export async function refuseTakenSlaName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (e) {
    if (
      (e as { code?: string; constraint?: string }).code === '23505' &&
      /by_name/.test(String((e as { constraint?: string }).constraint))
    )
      throw refuse('NAME_TAKEN', { fields: { name: ['This name is already in use. Choose another name.'] } })
    throw e
  }
}
