// Runs that automations report.
import { z } from 'zod'
import { Fields, Id, op, staff } from './base.ts'

/** Maximum number of runs in one call. */
export const BATCH_MAX = 500
export const RUN_MESSAGE_MAX = 2_000
/** Maximum size of the output as JSON, in bytes. */
export const RUN_OUTPUT_MAX = 65_536
/** How many days ago a run may have started: 13 months. */
export const RUN_DAYS_BACK = 396
/** How many minutes the sender's clock may be ahead. */
export const CLOCK_MINUTES = 5

/** Names that tools use for the outcome of a run, mapped to ours. */
const ENDED = {
  succeeded: 'succeeded',
  success: 'succeeded',
  successful: 'succeeded',
  ok: 'succeeded',
  completed: 'succeeded',
  passed: 'succeeded',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  errored: 'failed',
  crashed: 'failed',
  timedout: 'failed',
  timed_out: 'failed',
  timeout: 'failed',
  skipped: 'skipped',
  cancelled: 'skipped',
  canceled: 'skipped',
} as const
type Word = keyof typeof ENDED
const Ended = z
  .string('Use succeeded, failed or skipped.')
  .toLowerCase()
  .pipe(z.enum(Object.keys(ENDED) as [Word, ...Word[]], 'Use succeeded, failed or skipped.'))
  .transform((word) => ENDED[word])

const Moment = z.iso
  .datetime({ offset: true, error: 'Use an ISO 8601 time with a time zone, such as 2026-11-22T09:30:00Z.' })
  .transform((text) => new Date(text).toISOString())
const bytes = new TextEncoder()

/** A reported run. Optional fields may also be null. */
const RunEvent = z.object({
  /** The automation's own id of the run. Unique among its runs, and the same when the run is sent again. */
  externalId: z
    .string('Give each run its own externalId.')
    .min(1, 'Give each run its own externalId.')
    .max(200, 'At most 200 characters.')
    .refine((text) => text.trim() !== '', 'Give each run its own externalId.'),
  status: Ended,
  startedAt: Moment,
  finishedAt: Moment,
  /**
   * Minutes of work that it saved. Default: the minutes set for the automation if the run succeeded, otherwise none.
   */
  minutesSaved: z
    .int('Use whole minutes.')
    .min(0, 'Use 0 or more minutes.')
    .max(100_000, 'Use at most 100,000 minutes.')
    .nullish(),
  /** One line for people: what it did, or why it failed. */
  message: z
    .string('Send the message as text.')
    .max(RUN_MESSAGE_MAX, `At most ${RUN_MESSAGE_MAX.toLocaleString('en-US')} characters.`)
    .transform((text) => text.trim())
    .nullish(),
  /** Any JSON value. */
  output: z
    .unknown()
    .refine(
      (value) =>
        value === undefined ||
        value === null ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        bytes.encode(JSON.stringify(value)).length <= RUN_OUTPUT_MAX,
      'Send at most 64 KB of JSON.',
    )
    .optional(),
  /** The client that it ran for. */
  clientId: Id.nullish(),
})

const single = RunEvent.partial()
/** One run, or up to 500 in `runs`. A bare list is taken as `runs`. */
const SendRuns = single
  .extend({
    id: Id,
    runs: z
      .array(RunEvent)
      .min(1, 'Send at least one run.')
      .max(BATCH_MAX, `Send at most ${BATCH_MAX} runs per request.`)
      .optional(),
  })
  .check(({ value, issues }) => {
    if (value.runs) {
      for (const key of Object.keys(single.shape) as (keyof typeof value)[])
        if (value[key] !== undefined)
          issues.push({
            code: 'custom',
            path: [key],
            message: 'Send one run or a list of runs, not both.',
            input: value,
          })
      return
    }
    for (const key of ['externalId', 'status', 'startedAt', 'finishedAt'] as const)
      if (value[key] === undefined)
        issues.push({ code: 'custom', path: [key], message: `${key} is missing.`, input: value })
  })

const data = z.object({ fields: Fields.optional(), externalIds: z.array(z.string()).optional() }).optional()

export const sendRuns = op('POST', '/automations/{id}/runs', {
  roles: staff,
  scope: 'runs:write',
  list: 'runs',
  tag: 'automations',
  summary:
    'Report runs of an automation: one run, or up to 500 as `runs` or as a list. A run that is sent again counts once.',
})
  .errors({
    RUN_CHANGED: {
      status: 409,
      message:
        'A run with the same externalId was already reported with a different result or time. No runs of this request were recorded. Remove the runs listed here, or give them new IDs.',
      data,
    },
    AUTOMATION_RETIRED: { status: 422, message: 'This automation is retired and no longer accepts runs.' },
  })
  .input(SendRuns)
  .output(
    z.object({
      /** Number of new runs. */
      accepted: z.number().int(),
      /** Number of runs that had been sent before or appear twice in this call. */
      repeated: z.number().int(),
      /** In the order in which they were sent. */
      runs: z.array(z.object({ externalId: z.string(), id: Id, state: z.enum(['accepted', 'repeated']) })),
    }),
  )
