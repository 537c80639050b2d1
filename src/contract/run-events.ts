// What automations tell of their runs.
import { z } from 'zod'
import { Fields, Id, op, staff } from './base.ts'

/** Runs in one call at most. */
export const BATCH_MAX = 500
export const RUN_MESSAGE_MAX = 2_000
/** Of the output as JSON, in bytes. */
export const RUN_OUTPUT_MAX = 65_536
/** How far back a run may have begun, in days: 13 months. */
export const RUN_DAYS_BACK = 396
/** How far the sender's clock may be ahead, in minutes. */
export const CLOCK_MINUTES = 5

/** Words that tools use for how a run ended, and ours. */
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
  .string('How it ended: succeeded, failed or skipped.')
  .toLowerCase()
  .pipe(z.enum(Object.keys(ENDED) as [Word, ...Word[]], 'How it ended: succeeded, failed or skipped.'))
  .transform((word) => ENDED[word])

const Moment = z.iso
  .datetime({ offset: true, error: 'An instant as ISO 8601 with its zone, such as 2026-11-22T09:30:00Z.' })
  .transform((text) => new Date(text).toISOString())
const bytes = new TextEncoder()

/** One run as it is told. Whatever is optional may be null. */
const RunEvent = z.object({
  /** What the automation calls it: unique among its runs, and the same when it is sent again. */
  externalId: z
    .string('Give each run an id of yours.')
    .min(1, 'Give each run an id of yours.')
    .max(200, 'At most 200 characters.')
    .refine((text) => text.trim() !== '', 'Give each run an id of yours.'),
  status: Ended,
  startedAt: Moment,
  finishedAt: Moment,
  /** Minutes of work that it saved. Left out: those of the automation if it succeeded, else none. */
  minutesSaved: z
    .int('Whole minutes only.')
    .min(0, 'Not less than 0.')
    .max(100_000, 'At most 100,000 minutes.')
    .nullish(),
  /** A line for people: what it did, or why it failed. */
  message: z
    .string('Text only.')
    .max(RUN_MESSAGE_MAX, `At most ${RUN_MESSAGE_MAX.toLocaleString('en-US')} characters.`)
    .transform((text) => text.trim())
    .nullish(),
  /** Anything as JSON. */
  output: z
    .unknown()
    .refine(
      (value) =>
        value === undefined ||
        value === null ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        bytes.encode(JSON.stringify(value)).length <= RUN_OUTPUT_MAX,
      'At most 64 KB of JSON.',
    )
    .optional(),
  /** The end client that it worked for. */
  clientId: Id.nullish(),
})

const single = RunEvent.partial()
/** One run, or `runs` with up to 500 of them. A bare list is taken as `runs`. */
const SendRuns = single
  .extend({
    id: Id,
    runs: z
      .array(RunEvent)
      .min(1, 'Send at least one run.')
      .max(BATCH_MAX, `At most ${BATCH_MAX} runs at once.`)
      .optional(),
  })
  .check(({ value, issues }) => {
    if (value.runs) {
      for (const key of Object.keys(single.shape) as (keyof typeof value)[])
        if (value[key] !== undefined)
          issues.push({
            code: 'custom',
            path: [key],
            message: 'Send one run, or a list of runs, not both.',
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
    'Tell what an automation did: one run, or up to 500 as `runs` or as a list; each counts once however often it is sent',
})
  .errors({
    RUN_CHANGED: {
      status: 409,
      message:
        'A run with the same externalId ended otherwise, or ran at another time. Nothing of this call was taken: leave out the runs named here, or give them ids of their own.',
      data,
    },
    AUTOMATION_RETIRED: { status: 422, message: 'This automation is retired and takes no runs any more.' },
  })
  .input(SendRuns)
  .output(
    z.object({
      /** Runs that were new. */
      accepted: z.number().int(),
      /** Runs that were there before, or stood twice in this call. */
      repeated: z.number().int(),
      /** In the order in which they were sent. */
      runs: z.array(z.object({ externalId: z.string(), id: Id, state: z.enum(['accepted', 'repeated']) })),
    }),
  )
