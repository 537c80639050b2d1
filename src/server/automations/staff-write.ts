// Steps that the staff actions share.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { readAutomation } from './read.ts'

/**
 * Locks an automation for a change by staff and returns what the change depends on. Throws NOT_FOUND, and CONFLICT with
 * its current state when `version` is not the current one.
 */
export async function lockAutomationForStaff(
  db: Db,
  { actor }: Pick<ActorContext, 'actor'>,
  id: string,
  version?: number,
) {
  const row = await db
    .selectFrom('installations')
    .select([
      'company_id',
      'id',
      'name',
      'status',
      'minutes_per_run',
      'expected_minutes',
      'alert_percent',
      'alert_runs',
      'price_model',
      'price_cents',
      'asked',
      'live_at',
      'agreement_id',
      'version',
    ])
    .where('id', '=', id)
    // Incoming runs, which reference this row, do not have to wait for this lock.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (version !== undefined && row.version !== version)
    throw refuse('CONFLICT', { current: await readAutomation(db, actor, id) })
  return row
}
export type LockedAutomation = Awaited<ReturnType<typeof lockAutomationForStaff>>

/** Returns the update query of a locked automation, which sets the next version. */
export const updateAutomationRow = (db: Db, row: LockedAutomation) =>
  db
    .updateTable('installations')
    .set({ version: row.version + 1, updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)

type Kept = { kind: string; before?: object; after?: object; reason?: string | null; data?: object }
/** Records a change of an automation in the audit log and publishes it to open pages. */
export async function recordAutomationAct(
  db: Db,
  context: ActorContext,
  row: Pick<LockedAutomation, 'company_id' | 'id'>,
  { kind, before, after, reason, data }: Kept,
): Promise<void> {
  await recordAudit(db, context, {
    companyId: row.company_id,
    action: `installation.${kind}`,
    subjectType: 'installation',
    subjectId: row.id,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(reason ? { reason } : {}),
  })
  await publish(db, context.actor, {
    companyId: row.company_id,
    topic: 'automation',
    kind,
    subjectId: row.id,
    ...(data ? { data } : {}),
  })
}
