// Runs that automations report, individually and by day.

import { z } from 'zod'
import { AnyDay, everyone, Id, Instant, manyOf, op, page, pageOf, partners } from '../base.ts'
import { Impact, Urgency } from '../tickets/index.ts'
import { RunStatus, tag } from './fields.ts'

/** The filters that the runs and their CSV share. Days are in the automation's own time zone. */
export const RunFilter = z.object({
  status: manyOf(RunStatus),
  from: AnyDay.optional(),
  to: AnyDay.optional(),
  /** A client's id, or `none` for the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  sort: z.enum(['started'], 'Runs can only be sorted by start time.').default('started'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
/** One run. */
export const RunRow = z.object({
  id: Id,
  /** The automation's own id of the run. */
  externalId: z.string(),
  status: RunStatus,
  startedAt: Instant,
  finishedAt: Instant,
  minutesSaved: z.number().int(),
  client: z.object({ id: Id, name: z.string() }).nullable(),
  /** In lists, only the first 300 characters. */
  message: z.string().nullable(),
  hasOutput: z.boolean(),
})
export const Run = RunRow.extend({ output: z.unknown().nullable(), receivedAt: Instant })
/** The runs of one day, in the automation's own time zone. */
export const DayOfRuns = z.object({
  day: z.string(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  minutesSaved: z.number().int(),
})
const DAYS_MAX = 366
const PROBLEM_MAX = 20_000
const ReportProblem = z.object({
  id: Id,
  /** The run that it is about. Its details go into the ticket. */
  runId: Id.optional(),
  description: z
    .string('Describe the problem.')
    .max(PROBLEM_MAX, `At most ${PROBLEM_MAX.toLocaleString('en-US')} characters.`)
    .refine((text) => text.trim() !== '', 'Describe the problem.'),
  impact: Impact.default('one'),
  urgency: Urgency.default('medium'),
})

export const runOperations = {
  runs: op('GET', '/automations/{id}/runs', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'List the runs of an automation, newest first',
  })
    .input(RunFilter.extend({ id: Id, ...page }))
    .output(pageOf(RunRow)),
  run: op('GET', '/automations/{id}/runs/{runId}', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'Get a run with its message and output',
  })
    .input(z.object({ id: Id, runId: Id }))
    .output(Run),
  days: op('GET', '/automations/{id}/days', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'List the daily figures of an automation in its own time zone. Days without runs are included with zeros.',
  })
    .input(
      z.object({
        id: Id,
        days: z.coerce
          .number('Enter a number of days.')
          .int('Enter a whole number of days.')
          .min(1, 'Enter at least 1 day.')
          .max(DAYS_MAX, `Enter at most ${DAYS_MAX} days.`)
          .default(30),
        client: Id.optional(),
      }),
    )
    .output(z.object({ timeZone: z.string(), items: z.array(DayOfRuns) })),
  report: op('POST', '/automations/{id}/problems', {
    roles: partners,
    tag,
    summary: 'Report a problem with an automation: creates a ticket that includes the run',
    status: 201,
    creates: true,
  })
    .input(ReportProblem)
    .output(z.object({ ticket: z.object({ id: Id, number: z.number().int() }) })),
}
