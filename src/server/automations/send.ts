import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { CLOCK_MINUTES, RUN_DAYS_BACK, type sendRuns } from '../../contract/run-events.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { tellLater } from './tell-runs.ts'
import { LOOK, type Look } from './watch.ts'

type Input = z.output<NonNullable<(typeof sendRuns)['~orpc']['inputSchema']>>
type Output = z.infer<NonNullable<(typeof sendRuns)['~orpc']['outputSchema']>>
type RunEvent = NonNullable<Input['runs']>[number]

/** What `take_runs` in the database answers. */
type Taken =
  | { retired: true }
  | { changed: string[] }
  | { clients: number[] }
  | { runs: Output['runs']; companyId?: string; look?: boolean; untold?: boolean }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** What cannot be about the times of a run, by field; undefined when they can be. */
function impossible(run: Pick<RunEvent, 'startedAt' | 'finishedAt'>, now: number): [string, string] | undefined {
  const began = Date.parse(run.startedAt)
  const ended = Date.parse(run.finishedAt)
  const ahead = now + CLOCK_MINUTES * MINUTE
  if (began > ahead) return ['startedAt', 'This is still to come. Is the clock of the sender right, and its time zone?']
  if (began < now - RUN_DAYS_BACK * DAY) return ['startedAt', 'Runs are taken up to 13 months back.']
  if (ended < began) return ['finishedAt', 'It ends before it began.']
  if (ended > ahead) return ['finishedAt', 'This is still to come. Tell of a run when it has ended.']
  return undefined
}

/**
 * Takes runs of an automation, all of them or none; each counts once, however often it is sent. NOT_FOUND,
 * AUTOMATION_RETIRED, RUN_CHANGED with the ids that were sent before for a run that ended otherwise or ran at another time,
 * UNPROCESSABLE beside times that cannot be and clients that are not there; throws TooMany. Whether it fails is looked at
 * afterwards, by a job.
 */
export async function send({ platform, actor }: Actored, input: Input): Promise<Output> {
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
    runs.map((r, n) => ({
      n,
      id: uuid(),
      e: r.externalId,
      s: r.status,
      b: r.startedAt,
      f: r.finishedAt,
      m: r.minutesSaved,
      c: r.clientId,
      t: r.message || null,
      o: r.output,
    })),
  )
  const { untold, ...answer } = await platform.db.asActor(actor, async (db) => {
    const { rows } = await sql<{ taken: Taken | null }>`select take_runs(${id}::uuid, ${sent}::jsonb) as taken`.execute(
      db,
    )
    const taken = rows[0]?.taken
    if (!taken) throw refuse('NOT_FOUND')
    if ('retired' in taken) throw refuse('AUTOMATION_RETIRED')
    if ('changed' in taken) throw refuse('RUN_CHANGED', { externalIds: taken.changed })
    if ('clients' in taken)
      throw refuse('UNPROCESSABLE', {
        fields: Object.fromEntries(
          taken.clients.map((n) => [at(n, 'clientId'), ['This is not one of the end clients.']]),
        ),
      })
    if (taken.look && taken.companyId)
      await platform.jobs.send<Look>(db, LOOK, { companyId: taken.companyId, installationId: id })
    const accepted = taken.runs.filter((r) => r.state === 'accepted').length
    return { accepted, repeated: taken.runs.length - accepted, runs: taken.runs, untold: taken.untold }
  })
  if (untold) tellLater(platform, id)
  return answer
}
