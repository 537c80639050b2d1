import { sql } from 'kysely'
import type { z } from 'zod'
import type { Run, RunFilter, RunRow } from '../../contract/automations.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { prepared } from '../platform/prepared.ts'

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
/** In a list no more of a message than a line or two. */
const LIST_MESSAGE = 300
const DAY_MS = 86_400_000

/**
 * Most pages fill from the runs of so many days, unless few of them pass: a plan for their months takes a tenth of one for all that there are, which a
 * connection that has not made one before pays with reading what the database knows of each.
 */
const NEAR_DAYS = 62

/**
 * Runs that pass the filter, in its order, after the cursor; the whole message for a file. Undefined when there is no such
 * automation. The states stand in the text of the query: the index of those that did not succeed is found by them.
 */
export async function runRows(
  db: Db,
  f: RunsOf,
  after: After,
  limit: number,
  whole = false,
): Promise<FoundRun[] | undefined> {
  const down = f.order === 'desc'
  const way = sql.raw(f.order)
  // Instants that are known beforehand say which months are read; a day is a little longer than its zone knows. Nothing is
  // taken that is still to come, and the months that are made ahead are empty.
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
  const instant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
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
    // One row with nothing in it when there are none, no row at all when there is no such automation.
    const { rows } = await sql<FoundRun | { id: null }>`
      select x.*, (select l.name from clients l where l.company_id = i.company_id and l.id = x.client_id) as client
      from installations i left join lateral (
        select r.id, r.external_id, r.status, r.started_at, r.finished_at, r.minutes_saved, r.client_id,
          ${whole ? sql`r.message` : sql`left(r.message, ${sql.lit(LIST_MESSAGE)})`} as message, r.output is not null as has_output
        from runs r where ${sql.join(conditions, sql` and `)}
        order by r.started_at ${way}, r.id ${way} limit ${limit}::int) as x on true
      where i.id = ${f.id}::uuid order by x.started_at ${way}, x.id ${way}`.execute(db)
    return rows.length === 0 ? undefined : rows.filter((r) => r.id !== null)
  }
  const rows = await ask(Math.max(since, near))
  return rows && rows.length < limit && near > since ? ask(since) : rows
}

const presentRun = (r: FoundRun): z.infer<typeof RunRow> => ({
  id: r.id,
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
  return platform.db.asActor(actor, async (db) => {
    const found = await runRows(db, input, after, input.limit + 1)
    if (!found) throw refuse('NOT_FOUND')
    const page = pageOf(found, input.limit, (last) => ({ order, value: last.started_at, id: last.id }))
    return {
      items: page.rows.map(presentRun),
      nextCursor: page.nextCursor,
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
