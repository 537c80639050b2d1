import { sql } from 'kysely'
import type { z } from 'zod'
import type { Run, RunFilter, RunRow } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { prepared } from '../platform/prepared.ts'

export type RunsOf = z.infer<typeof RunFilter> & { id: string }
type After = { value: string; id: string } | undefined
/** What a run is presented from; everything is null for an automation that has no such run. */
export type FoundRun = {
  time_zone: string
  id: string | null
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
/** In a list no more of a message than a line or two. */
const LIST_MESSAGE = 300

/**
 * Runs that pass the filter, in its order, after the cursor; the whole message for a file. One row with nothing but the
 * time zone when there are none, no row at all when there is no such automation. The states stand in the text of the query:
 * the index of those that did not succeed is found by them.
 */
export async function runRows(db: Db, f: RunsOf, after: After, limit: number, whole = false): Promise<FoundRun[]> {
  const way = sql.raw(f.order)
  const zone = (day: string) => sql`(${day}::date)::timestamp at time zone i.time_zone`
  const conditions = [
    sql`r.company_id = i.company_id and r.installation_id = i.id`,
    ...(f.status ? [sql`r.status in (${sql.join(f.status.map((s) => sql.lit(s)))})`] : []),
    ...(f.status && !f.status.includes('succeeded') ? [sql`r.status <> 'succeeded'`] : []),
    ...(f.from ? [sql`r.started_at >= ${zone(f.from)}`] : []),
    ...(f.to ? [sql`r.started_at < (${f.to}::date + 1)::timestamp at time zone i.time_zone`] : []),
    ...(f.client === 'none' ? [sql`r.client_id is null`] : f.client ? [sql`r.client_id = ${f.client}::uuid`] : []),
    ...(after
      ? [
          sql`(r.started_at, r.id) ${sql.raw(f.order === 'asc' ? '>' : '<')} (${after.value}::timestamptz, ${after.id}::uuid)`,
        ]
      : []),
  ]
  const { rows } = await sql<FoundRun>`
    select i.time_zone, x.*, (select l.name from clients l where l.company_id = i.company_id and l.id = x.client_id) as client
    from installations i left join lateral (
      select r.id, r.external_id, r.status, r.started_at, r.finished_at, r.minutes_saved, r.client_id,
        ${whole ? sql`r.message` : sql`left(r.message, ${sql.lit(LIST_MESSAGE)})`} as message, r.output is not null as has_output
      from runs r where ${sql.join(conditions, sql` and `)}
      order by r.started_at ${way}, r.id ${way} limit ${limit}::int) as x on true
    where i.id = ${f.id}::uuid order by x.started_at ${way}, x.id ${way}`.execute(db)
  return rows
}

const presentRun = (r: FoundRun): z.infer<typeof RunRow> => ({
  id: r.id as string,
  externalId: r.external_id,
  status: r.status as 'failed',
  startedAt: r.started_at,
  finishedAt: r.finished_at,
  minutesSaved: r.minutes_saved,
  client: r.client_id ? { id: r.client_id, name: r.client ?? 'A former client' } : null,
  message: r.message,
  hasOutput: r.has_output,
})

/** One page of the runs of an automation. NOT_FOUND. */
export function runs(
  { platform, actor }: Actored,
  input: RunsOf & { limit: number; cursor?: string | undefined },
): Promise<{ items: z.infer<typeof RunRow>[]; nextCursor: string | null }> {
  const order = `runs ${input.order}`
  const after = decodeCursor(input.cursor, order, 'instant')
  return platform.db.askAs(actor, async (db) => {
    const rows = await runRows(db, input, after, input.limit + 1)
    if (rows.length === 0) throw refuse('NOT_FOUND')
    const found = rows.filter((r) => r.id !== null)
    const last = found.length > input.limit ? found[input.limit - 1] : undefined
    return {
      items: found.slice(0, input.limit).map(presentRun),
      nextCursor: last ? encodeCursor({ order, value: last.started_at, id: last.id as string }) : null,
    }
  })
}

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
      'i.time_zone',
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
      sql<string | null>`(select l.name from clients l where l.company_id = r.company_id and l.id = r.client_id)`.as(
        'client',
      ),
    ])
    .where('k.run_id', '=', runId)
    .where('k.installation_id', '=', id),
)
export type WholeRun = z.infer<typeof Run>

/** A run with everything that was sent of it; undefined when the actor has no such run of that automation. */
export async function readRun(db: Db, id: string, runId: string): Promise<WholeRun | undefined> {
  const [row] = await one(db, { id, runId })
  return row && { ...presentRun(row), output: row.output, receivedAt: row.received_at }
}

/** One run with message and output. NOT_FOUND. */
export const run = ({ platform, actor }: Actored, { id, runId }: { id: string; runId: string }): Promise<WholeRun> =>
  platform.db.askAs(actor, async (db) => {
    const found = await readRun(db, id, runId)
    if (!found) throw refuse('NOT_FOUND')
    return found
  })
