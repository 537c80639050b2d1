import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { CLOCK_MINUTES, RUN_DAYS_BACK, type sendRuns } from '../../../contract/run-events.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { CHECK_AUTOMATION, type CheckJob } from '../watching/watch.ts'
import { scheduleRunNotices } from './run-notices.ts'

type Input = z.output<NonNullable<(typeof sendRuns)['~orpc']['inputSchema']>>
type Output = z.infer<NonNullable<(typeof sendRuns)['~orpc']['outputSchema']>>
type RunEvent = NonNullable<Input['runs']>[number]

/** The result of `store_runs` in the database. */
type Taken =
  | { retired: true }
  | { changed: string[] }
  | { clients: number[] }
  | { runs: Output['runs']; companyId?: string; look?: boolean; untold?: boolean }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Returns the field and the message of an impossible time of a run, or undefined. */
function impossible(run: Pick<RunEvent, 'startedAt' | 'finishedAt'>, now: number): [string, string] | undefined {
  const began = Date.parse(run.startedAt)
  const ended = Date.parse(run.finishedAt)
  const ahead = now + CLOCK_MINUTES * MINUTE
  if (began > ahead) return ['startedAt', 'This time is in the future. Check the sender’s clock and time zone.']
  if (began < now - RUN_DAYS_BACK * DAY) return ['startedAt', 'A run must have started within the last 13 months.']
  if (ended < began) return ['finishedAt', 'The end must not be before the start.']
  if (ended > ahead) return ['finishedAt', 'This time is in the future. Send a run after it has ended.']
  return undefined
}

/**
 * Records runs of an automation, all or none. Each run counts once, no matter how often it is sent. A job checks
 * afterward whether the automation is failing. Throws NOT_FOUND, AUTOMATION_RETIRED, RUN_CHANGED with the external ids
 * that were sent before with another result or other times, UNPROCESSABLE for impossible times and unknown clients, and
 * TooMany.
 */
export const recordRuns = action(contract.automations.send, async ({ platform, actor }, input) => {
  const { id, runs: list, ...one } = input
  const runs = list ?? [one as RunEvent]
  const at = (n: number, field: string) => (list ? `runs.${n}.${field}` : field)
  await platform.limits.runs(actor.byKey ? actor.sessionId : actor.userId, runs.length)
  const now = Date.now()
  const fields: Record<string, string[]> = {}
  for (const [n, run] of runs.entries()) {
    const wrong = impossible(run, now)
    if (wrong) fields[at(n, wrong[0])] = [wrong[1]]
  }
  if (Object.keys(fields).length > 0) throw refuse('UNPROCESSABLE', { fields })
  const sent = JSON.stringify(
    runs.map((run, position) => ({
      position,
      id: uuid(),
      external_id: run.externalId,
      status: run.status,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      minutes_saved: run.minutesSaved,
      client_id: run.clientId,
      message: run.message || null,
      output: run.output,
    })),
  )
  const { untold, ...answer } = await platform.db.asActor(actor, async (db) => {
    const { rows } = await sql<{
      taken: Taken | null
    }>`select store_runs(${id}::uuid, ${sent}::jsonb) as taken`.execute(db)
    const taken = rows[0]?.taken
    if (!taken) throw refuse('NOT_FOUND')
    if ('retired' in taken) throw refuse('AUTOMATION_RETIRED')
    if ('changed' in taken) throw refuse('RUN_CHANGED', { externalIds: taken.changed })
    if ('clients' in taken)
      throw refuse('UNPROCESSABLE', {
        fields: Object.fromEntries(
          taken.clients.map((n) => [at(n, 'clientId'), ['This is not a client of the company.']]),
        ),
      })
    if (taken.look && taken.companyId)
      await platform.jobs.send<CheckJob>(db, CHECK_AUTOMATION, { companyId: taken.companyId, installationId: id })
    const accepted = taken.runs.filter((r) => r.state === 'accepted').length
    return { accepted, repeated: taken.runs.length - accepted, runs: taken.runs, untold: taken.untold }
  })
  if (untold) scheduleRunNotices(platform, id)
  return answer
})
