// The steps that the verbs of staff share.
import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { publish } from '../platform/publish.ts'
import { read } from './read.ts'

/** An automation that is held for a change. NOT_FOUND; CONFLICT with it as it is now when `version` is another. */
export async function take(db: Db, { actor }: Pick<Actored, 'actor'>, id: string, version?: number) {
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
    // Runs that come in meanwhile refer to it.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('NOT_FOUND')
  if (version !== undefined && row.version !== version) throw refuse('CONFLICT', { current: await read(db, actor, id) })
  return row
}
export type Taken = Awaited<ReturnType<typeof take>>

/** The update of an automation that was taken, with its next version. */
export const changeRow = (db: Db, row: Taken) =>
  db
    .updateTable('installations')
    .set({ version: row.version + 1, updated_at: sql<string>`now()` })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)

type Kept = { kind: string; before?: object; after?: object; reason?: string | null; data?: object }
/** Writes down who did what to an automation, and tells the open pages. */
export async function keepAct(
  db: Db,
  context: Actored,
  row: Pick<Taken, 'company_id' | 'id'>,
  { kind, before, after, reason, data }: Kept,
): Promise<void> {
  await record(db, context, {
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
