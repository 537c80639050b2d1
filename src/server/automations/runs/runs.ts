import { sql } from 'kysely'
import type { z } from 'zod'
import type { Run, RunFilter, RunRow } from '../../../contract/automations/index.ts'
import { contract } from '../../../contract/index.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'

export type RunsOf = z.infer<typeof RunFilter> & { id: string }
type After = { value: string; id: string } | undefined
export type FoundRun = {
  id: string
  external_id: string
  status: string
  started_at: string
  finished_at: string
  minutes_saved: number
  client_id: string | null
  client: string | null
  message: string | null
  has_output: boolean
}

/** Maximum length of a message in a list, in characters. */
const LIST_MESSAGE = 300
const DAY_MS = 86_400_000

/** The earliest instant that is passed to Postgres. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
/**
 * Most pages can be filled from the runs of this many days, so they are queried first. Planning a query of two or three
 * monthly partitions takes a tenth of the time of planning one of all of them, because a new connection has to load the
 * catalog entries of each partition.
 */
const NEAR_DAYS = 62

/**
 * Returns the runs that pass the filter, in its order, after the cursor. `whole` returns full messages, for a file.
 * Undefined when the automation does not exist. The statuses are literals in the query, so that the planner can use the
 * partial index of runs that did not succeed.
 */
export async function listRunRows(
  db: Db,
  f: RunsOf,
  after: After,
  limit: number,
  whole = false,
): Promise<FoundRun[] | undefined> {
  const down = f.order === 'desc'
  const direction = sql.raw(f.order)
  // Constant bounds limit which monthly partitions are read. They are widened by days to cover any time zone. There are
  // no runs in the future, and the partitions created in advance are empty.
  const until = Math.min(
    Date.now() + DAY_MS,
    ...(f.to ? [Date.parse(f.to) + 3 * DAY_MS] : []),
    ...(after && down ? [Date.parse(after.value) + 1] : []),
  )
  const since = Math.max(
    ...(f.from ? [Date.parse(f.from) - 2 * DAY_MS] : []),
    ...(after && !down ? [Date.parse(after.value) - 1] : []),
  )
  const most = !f.client && (!f.status || f.status.includes('succeeded'))
  const near = down && most && !whole ? until - NEAR_DAYS * DAY_MS : Number.NEGATIVE_INFINITY
  // Postgres has no year 0, so do not go below the earliest instant.
  const instant = (at: number) => sql`${new Date(Math.max(at, FIRST_MS)).toISOString()}::timestamptz`
  const ask = async (from: number) => {
    const conditions = [
      sql`r.company_id = i.company_id and r.installation_id = i.id and r.started_at < ${instant(until)}`,
      ...(Number.isFinite(from) ? [sql`r.started_at >= ${instant(from)}`] : []),
      ...(f.status ? [sql`r.status in (${sql.join(f.status.map((s) => sql.lit(s)))})`] : []),
      ...(f.status && !f.status.includes('succeeded') ? [sql`r.status <> 'succeeded'`] : []),
      ...(f.from ? [sql`r.started_at >= (${f.from}::date)::timestamp at time zone i.time_zone`] : []),
      ...(f.to ? [sql`r.started_at < (${f.to}::date + 1)::timestamp at time zone i.time_zone`] : []),
      ...(f.client === 'none' ? [sql`r.client_id is null`] : f.client ? [sql`r.client_id = ${f.client}::uuid`] : []),
      ...(after
        ? [sql`(r.started_at, r.id) ${sql.raw(down ? '<' : '>')} (${after.value}::timestamptz, ${after.id}::uuid)`]
        : []),
    ]
    // One row of nulls when there are no runs, and no row when the automation does not exist.
    const { rows } = await sql<FoundRun | { id: null }>`
      select x.*, (select l.name from shared_clients l where l.company_id = i.company_id and l.id = x.client_id) as client
      from installations i left join lateral (
        select r.id, r.external_id, r.status, r.started_at, r.finished_at, r.minutes_saved, r.client_id,
          ${whole ? sql`r.message` : sql`left(r.message, ${sql.lit(LIST_MESSAGE)})`} as message, r.output is not null as has_output
        from runs r where ${sql.join(conditions, sql` and `)}
        order by r.started_at ${direction}, r.id ${direction} limit ${limit}::int) as x on true
      where i.id = ${f.id}::uuid order by x.started_at ${direction}, x.id ${direction}`.execute(db)
    return rows.length === 0 ? undefined : rows.filter((r) => r.id !== null)
  }
  const rows = await ask(Math.max(since, near))
  return rows && rows.length < limit && near > since ? ask(since) : rows
}

const presentRun = (r: FoundRun): z.infer<typeof RunRow> => ({
  id: r.id,
  externalId: r.external_id,
  status: r.status as z.infer<typeof RunRow>['status'],
  startedAt: r.started_at,
  finishedAt: r.finished_at,
  minutesSaved: r.minutes_saved,
  client: r.client_id ? { id: r.client_id, name: r.client ?? 'A former client' } : null,
  message: r.message,
  hasOutput: r.has_output,
})

/** Returns one page of the runs of an automation. Throws NOT_FOUND. */
export const listRuns = action(contract.automations.runs, ({ platform, actor }, input) => {
  const order = `runs ${input.order}`
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.asActor(actor, async (db) => {
    const found = await listRunRows(db, input, after, input.limit + 1)
    if (!found) throw refuse('NOT_FOUND')
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.started_at, id: last.id }))
    return {
      items: page.rows.map(presentRun),
      nextCursor: page.nextCursor,
    }
  })
})

const one = prepared((db, { id, runId }: { id: string; runId: string }) =>
  db
    .selectFrom('run_keys as k')
    .innerJoin('runs as r', (j) =>
      j
        .onRef('r.company_id', '=', 'k.company_id')
        .onRef('r.installation_id', '=', 'k.installation_id')
        .onRef('r.started_at', '=', 'k.started_at')
        .onRef('r.id', '=', 'k.run_id'),
    )
    .innerJoin('installations as i', (j) =>
      j.onRef('i.company_id', '=', 'k.company_id').onRef('i.id', '=', 'k.installation_id'),
    )
    .select([
      'r.id',
      'r.external_id',
      'r.status',
      'r.started_at',
      'r.finished_at',
      'r.minutes_saved',
      'r.client_id',
      'r.message',
      'r.received_at',
      'r.output',
      sql<boolean>`r.output is not null`.as('has_output'),
      sql<
        string | null
      >`(select l.name from shared_clients l where l.company_id = r.company_id and l.id = r.client_id)`.as('client'),
    ])
    .where('k.run_id', '=', runId)
    .where('k.installation_id', '=', id),
)

export type WholeRun = z.infer<typeof Run>

/** Returns a run with its output, or undefined when the actor has no such run of that automation. */
export async function readRun(db: Db, id: string, runId: string): Promise<WholeRun | undefined> {
  const [row] = await one(db, { id, runId })
  return row && { ...presentRun(row), output: row.output, receivedAt: row.received_at }
}

/** Returns one run with message and output. Throws NOT_FOUND. */
export const getRun = action(contract.automations.run, ({ platform, actor }, { id, runId }) =>
  platform.db.askAs(actor, async (db) => {
    const found = await readRun(db, id, runId)
    if (!found) throw refuse('NOT_FOUND')
    return found
  }),
)
