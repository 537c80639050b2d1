import { sql } from 'kysely'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { publish } from '../../platform/events/publish.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  collectDueWarnings,
  getServiceLevels,
  markWarningsSent,
  recalculateOpenTargets,
  reloadServiceLevels,
  type ServiceLevels,
} from '../../sla/index.ts'
import { clockColumns, clocksOf, slaColumns } from './sla.ts'

/** Tickets per transaction: few enough that changes to one of them do not have to wait. */
const BATCH = 100
/**
 * When a ticket is calculated for the first time (because it is older than this job, or was inserted directly), do not
 * warn about deadlines that passed longer ago than this.
 */
const WARNING_MAX_AGE_MS = 10 * 60_000
// A system actor without a company, because the rows are those of all companies.
const actor = systemOf('00000000-0000-0000-0000-000000000000')

const timed = (db: Db) =>
  db
    .selectFrom('tickets')
    .select(['company_id', 'id', 'agreement_id', 'priority', 'status', sql<string>`now()`.as('now'), ...slaColumns])
    .where('status', 'not in', sql<string>`('resolved', 'closed')`)
    .limit(BATCH)
    // Several processes share the work: each skips the rows that another has locked.
    .forUpdate()
    .skipLocked()
type Row = Awaited<ReturnType<ReturnType<typeof timed>['execute']>>[number]

async function checkTicket(db: Db, row: Row, levels: ServiceLevels): Promise<void> {
  const now = Date.parse(row.now)
  const level = levels.level(row, row.priority)
  const recalculated = recalculateOpenTargets(clocksOf(row), level, now)
  const { clocks, warnings } = collectDueWarnings(
    row.sla_revision === 0 ? markWarningsSent(recalculated, now - WARNING_MAX_AGE_MS) : recalculated,
    now,
  )
  await db
    .updateTable('tickets')
    .set({ sla_revision: levels.revision, ...clockColumns(clocks, level) })
    .where('company_id', '=', row.company_id)
    .where('id', '=', row.id)
    .execute()
  for (const data of warnings)
    await publish(db, actor, {
      companyId: row.company_id,
      topic: 'ticket',
      kind: 'sla',
      subjectId: row.id,
      staffOnly: true,
      data,
    })
}

/**
 * Processes the rows of a query in batches, each in one transaction, so that a stopped process leaves nothing half
 * done.
 */
async function checkTickets(
  platform: Platform,
  levels: ServiceLevels,
  which: (db: Db) => ReturnType<typeof timed>,
): Promise<number> {
  let done = 0
  for (;;) {
    const found = await platform.db.asActor(actor, async (db) => {
      const rows = await which(db).execute()
      for (const row of rows) await checkTicket(db, row, levels)
      return rows.length
    })
    done += found
    if (found < BATCH) return done
  }
}

/** Recalculates targets that were calculated from an outdated policy. Returns the number of tickets. */
export async function recalculateSla(platform: Platform): Promise<number> {
  const levels = await reloadServiceLevels(platform)
  return checkTickets(platform, levels, (db) =>
    timed(db).where('sla_revision', '<', levels.revision).orderBy('sla_revision').orderBy('id'),
  )
}

/**
 * Recalculates outdated targets and sends the warnings that are due, even if the last check was long ago. Returns the
 * number of tickets that were checked.
 */
export async function checkClocks(platform: Platform): Promise<number> {
  const stale = await recalculateSla(platform)
  const levels = await getServiceLevels(platform)
  return (
    stale +
    (await checkTickets(platform, levels, (db) =>
      timed(db).where('next_sla_check_at', '<=', sql<string>`now()`).orderBy('next_sla_check_at'),
    ))
  )
}
