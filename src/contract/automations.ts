import { z } from 'zod'
import { everyone, Fields, Id, Instant, manyOf, op, page, pageOf, partners } from './base.ts'
import { Person } from './companies.ts'
import { IntakeField, PriceModel } from './marketplace.ts'
import { sendRuns } from './run-events.ts'
import { Impact, Category as TicketCategory, Urgency } from './tickets.ts'

/** requested: bought or agreed on, nobody has begun. failing: live, and too many runs fail or none come. */
export const INSTALLATION_STATES = ['requested', 'provisioning', 'live', 'failing', 'paused', 'retired'] as const
export const RUN_STATES = ['succeeded', 'failed', 'skipped'] as const
export const EPISODE_KINDS = ['failing', 'silent'] as const
export const CONNECTION_STATES = ['waiting', 'working', 'broken'] as const

export const InstallationStatus = z.enum(INSTALLATION_STATES, 'Choose a status.')
export const RunStatus = z.enum(RUN_STATES, 'A run succeeded, failed or was skipped.')

/** What runs of a period came to. */
export const RunFigures = z.object({
  runs: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** succeeded ÷ (succeeded + failed), 0 to 1; null without either. */
  successRate: z.number().nullable(),
  minutesSaved: z.number().int(),
})

/** Where a secret is kept, never the secret. */
export const Connection = z.object({
  id: Id,
  tool: z.string(),
  label: z.string(),
  reference: z.string(),
  state: z.enum(CONNECTION_STATES),
  expiresOn: z.string().nullable(),
  version: z.number().int(),
})

/** A time in which it failed too often or kept silent. */
export const Episode = z.object({
  id: Id,
  kind: z.enum(EPISODE_KINDS),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  ticket: z.object({ id: Id, number: z.number().int() }).nullable(),
})

/** What saved time is worth beside the price, and how it was reckoned. Cents of the provider's currency. */
export const Worth = z.object({
  /** Minutes saved × rate ÷ 60. */
  savedCents: z.number().int(),
  /** Monthly price × months live in the period, and what was to pay once when it was bought in it; null on request. */
  priceCents: z.number().int().nullable(),
  /** What an hour of the company's own people costs it. */
  rateCents: z.number().int(),
  /** Whose figure that is: the company's own, or what we assume until it says. */
  rateOf: z.enum(['company', 'house']),
  /** Of a monthly price: for how many months of the period, with a fraction; null where there is none. */
  months: z.number().nullable(),
})

/** An automation of a company, as lists show it. */
export const InstallationRow = z.object({
  id: Id,
  company: z.object({ id: Id, name: z.string() }),
  /** Null: made for this company alone. */
  product: z.object({ id: Id, slug: z.string(), name: z.string(), category: z.string() }).nullable(),
  name: z.string(),
  status: InstallationStatus,
  priceModel: PriceModel,
  /** Once, or per month; null on request. */
  priceCents: z.number().int().nullable(),
  currency: z.string(),
  lastRunAt: Instant.nullable(),
  lastRunStatus: RunStatus.nullable(),
  liveAt: Instant.nullable(),
  /** What the partner asked for and nobody has done yet. */
  asked: z.enum(['pause', 'resume']).nullable(),
  /** Questions of the intake form are not answered yet. */
  intakeOpen: z.boolean(),
  /** End clients that it works for; 0: the company itself. */
  clients: z.number().int(),
  episode: Episode.nullable(),
  /** The last 30 days with today, and the 30 before them. */
  last30: RunFigures,
  before30: RunFigures,
  /** Of the last 30 days. */
  worth: Worth,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
})

/** What a person may do with an automation now. */
export const InstallationCan = z.object({
  answer: z.boolean(),
  ask: z.boolean(),
  report: z.boolean(),
  setClients: z.boolean(),
  edit: z.boolean(),
  setStatus: z.boolean(),
  setPrice: z.boolean(),
  makeKey: z.boolean(),
  /** Where the reader may set it from where it is. */
  statuses: z.array(InstallationStatus),
})

export const Installation = InstallationRow.extend({
  intake: z.array(IntakeField),
  answers: z.record(z.string(), z.unknown()),
  answeredAt: Instant.nullable(),
  answeredBy: Person.nullable(),
  minutesPerRun: z.number().int(),
  timeZone: z.string(),
  expectedMinutes: z.number().int().nullable(),
  alertPercent: z.number().int(),
  alertRuns: z.number().int(),
  askedReason: z.string().nullable(),
  askedBy: Person.nullable(),
  askedAt: Instant.nullable(),
  pauseReason: z.string().nullable(),
  provisioningAt: Instant.nullable(),
  firstSuccessAt: Instant.nullable(),
  pausedAt: Instant.nullable(),
  retiredAt: Instant.nullable(),
  /** The ticket on which it is set up. */
  ticket: z.object({ id: Id, number: z.number().int(), status: z.string() }).nullable(),
  /** Or installed by hand, for what was agreed on elsewhere. */
  bought: z.boolean(),
  /** Owners and administrators only. */
  order: z.object({ id: Id, number: z.number().int(), status: z.string() }).nullable(),
  agreement: z.object({ id: Id, number: z.number().int() }).nullable(),
  connections: z.array(Connection),
  clientList: z.array(z.object({ id: Id, name: z.string() })),
  /** The latest times in which it failed or kept silent, newest first; at most 10. */
  episodes: z.array(Episode),
  /** Everything since it went live. */
  lifetime: z.object({ figures: RunFigures, worth: Worth }),
  can: InstallationCan,
})

// ---- lists and figures
export const TROUBLES = ['silent', 'no_key', 'connection'] as const
export const AUTOMATION_SORTS = ['name', 'lastRun', 'saved', 'status', 'updated'] as const
/** The filters that the list and the CSV share. */
export const AutomationFilter = z.object({
  /** Part of the name, or of the company's for staff. */
  q: z.string().max(200).optional(),
  company: Id.optional(),
  status: manyOf(InstallationStatus),
  /** An end client that it works for; the figures are then those of this client alone. */
  client: Id.optional(),
  product: Id.optional(),
  /** Only those with a request to pause or resume that nobody has done yet. */
  asked: z.enum(['yes'], 'Leave it out, or ask for yes.').optional(),
  /** Only those that somebody has to look at: failing, silent, bought, or with a request. */
  attention: z.enum(['yes'], 'Leave it out, or ask for yes.').optional(),
  /** Only those that keep silent, whose company has no key to send runs with, or with a connection that is broken or ends soon. */
  trouble: manyOf(z.enum(TROUBLES, 'Choose what is wrong.')),
  sort: z.enum(AUTOMATION_SORTS, 'Choose an order.').default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})

/** What all automations of a company, or of all companies, came to in 30 days and in the 30 before. */
export const AutomationSummary = z.object({
  /** Null: of all companies. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  /** How many there are in each status. */
  statuses: z.record(InstallationStatus, z.number().int()),
  /** How many have run at all. */
  withRuns: z.number().int(),
  last30: RunFigures,
  before30: RunFigures,
  /** Of the last 30 days; `null` prices on request count as nothing. */
  savedCents: z.number().int(),
  priceCents: z.number().int(),
  /** How many automations have a price on request, which is in no sum. */
  unpriced: z.number().int(),
  currency: z.string(),
  /** What an hour is counted with; null over all companies, each of which counts with its own. */
  rate: z
    .object({
      cents: z.number().int(),
      of: z.enum(['company', 'house']),
      /** Of the company's row, for `setRate`. */
      version: z.number().int(),
      can: z.object({ set: z.boolean() }),
    })
    .nullable(),
})

const day = z.iso.date('A day such as 2026-11-22.')
/** The filters that the runs and their CSV share. Days are those of the automation's own time zone. */
export const RunFilter = z.object({
  status: manyOf(RunStatus),
  from: day.optional(),
  to: day.optional(),
  /** A client's id, or `none`: for the company itself. */
  client: z.union([z.enum(['none']), Id]).optional(),
  sort: z.enum(['started'], 'Runs are in the order of their start.').default('started'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** One run. */
export const RunRow = z.object({
  id: Id,
  /** As the automation calls it. */
  externalId: z.string(),
  status: RunStatus,
  startedAt: Instant,
  finishedAt: Instant,
  minutesSaved: z.number().int(),
  client: z.object({ id: Id, name: z.string() }).nullable(),
  /** In a list the first 300 characters. */
  message: z.string().nullable(),
  hasOutput: z.boolean(),
})
export const Run = RunRow.extend({ output: z.unknown().nullable(), receivedAt: Instant })

/** What one day brought, in the automation's own time zone. */
export const DayOfRuns = z.object({
  day: z.string(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  minutesSaved: z.number().int(),
})
export const DAYS_MAX = 366

// ---- what partners ask for
export const REASON_MAX = 500
const version = z.coerce.number('The version is a number.').int()
const Reason = z
  .string()
  .trim()
  .max(REASON_MAX, `At most ${REASON_MAX} characters.`)
  .nullable()
  .default(null)
  .transform((text) => text || null)
export const AskAutomation = z.object({
  id: Id,
  want: z.enum(['pause', 'resume'], 'Ask to pause or to resume.'),
  reason: Reason,
  version: version.optional(),
})
/** Most end clients that one automation works for. */
export const CLIENTS_MAX = 500
export const SetClients = z.object({
  id: Id,
  /** All that it works for from now on; none: the company itself. */
  clientIds: z.array(Id).max(CLIENTS_MAX, `At most ${CLIENTS_MAX} clients.`),
  version: version.optional(),
})
export const PROBLEM_MAX = 20_000
export const ReportProblem = z.object({
  id: Id,
  /** The run that it is about; its facts go into the ticket. */
  runId: Id.optional(),
  description: z
    .string('Say what is wrong.')
    .max(PROBLEM_MAX, `At most ${PROBLEM_MAX.toLocaleString('en-US')} characters.`)
    .refine((text) => text.trim() !== '', 'Say what is wrong.'),
  impact: Impact.default('one'),
  urgency: Urgency.default('medium'),
})
export const SetRate = z.object({
  /** What an hour of your own people costs you with everything, in cents; null: what we assume. */
  rateCents: z
    .int('An amount in whole cents.')
    .min(100, 'At least $1 an hour.')
    .max(100_000, 'At most $1,000 an hour.')
    .nullable(),
  version: version.optional(),
})

// ---- recommendations
/** Most recommendations at once. */
export const RECOMMENDED = 6
/** A product that a company does not have and may want, with reasons that it can check itself. */
export const Recommendation = z.object({
  product: z.object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    promise: z.string(),
    category: z.object({ key: z.string(), name: z.string() }),
    priceModel: PriceModel,
    priceCents: z.number().int().nullable(),
    currency: z.string(),
  }),
  /** In words, with the figures below. */
  reason: z.string(),
  /** Whether a language model chose the words; what is recommended is decided by rules. */
  worded: z.boolean(),
  /** The company's tools that it connects. */
  tools: z.array(z.string()),
  /** Tickets of the last 90 days that it is about, of all that were opened. */
  tickets: z.object({ category: TicketCategory, count: z.number().int(), of: z.number().int() }).nullable(),
  /** Companies with a tool in common that run it; null below 3. */
  others: z.number().int().nullable(),
})
const productInput = z.object({ productId: Id })

const tag = 'automations'
const fields = Fields.optional()
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this automation meanwhile.',
    data: z.object({ current: Installation, fields }),
  },
}
const cannotAsk = {
  ...changed,
  CANNOT_ASK: {
    status: 422,
    message: 'This cannot be asked for now.',
    data: z.object({ fields }).optional(),
  },
}

const setupChanged = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed the answers meanwhile.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
  SETUP_OVER: {
    status: 409,
    message: 'It is set up already. Tell us in a ticket what should change.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
}

export const automations = {
  list: op('GET', '/automations', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'The automations of your company, of all companies for staff, with what they did in 30 days',
  })
    .input(AutomationFilter.extend(page))
    .output(pageOf(InstallationRow)),
  summary: op('GET', '/automations/summary', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'What all automations came to in the last 30 days and in the 30 before',
  })
    .input(z.object({ company: Id.optional() }))
    .output(AutomationSummary),
  get: op('GET', '/automations/{id}', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'One automation with its settings, figures and the times in which it failed',
  })
    .input(z.object({ id: Id }))
    .output(Installation),
  runs: op('GET', '/automations/{id}/runs', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'Its runs, newest first',
  })
    .input(RunFilter.extend({ id: Id, ...page }))
    .output(pageOf(RunRow)),
  send: sendRuns,
  run: op('GET', '/automations/{id}/runs/{runId}', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'One run with its message and output',
  })
    .input(z.object({ id: Id, runId: Id }))
    .output(Run),
  days: op('GET', '/automations/{id}/days', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'What each of the last days brought, in its own time zone; days without a run are there with zeros',
  })
    .input(
      z.object({
        id: Id,
        days: z.coerce
          .number('A number of days.')
          .int('A whole number of days.')
          .min(1, 'At least one day.')
          .max(DAYS_MAX, `At most ${DAYS_MAX} days.`)
          .default(30),
        client: Id.optional(),
      }),
    )
    .output(z.object({ timeZone: z.string(), items: z.array(DayOfRuns) })),
  ask: op('POST', '/automations/{id}/ask', {
    roles: partners,
    tag,
    summary: 'Ask us to pause it, or to let it run again',
  })
    .errors(cannotAsk)
    .input(AskAutomation)
    .output(Installation),
  unask: op('DELETE', '/automations/{id}/ask', {
    roles: partners,
    tag,
    summary: 'Take back what was asked for, while nobody has done it',
  })
    .input(z.object({ id: Id }))
    .output(Installation),
  setClients: op('PUT', '/automations/{id}/clients', {
    roles: ['owner', 'engineer', 'admin'],
    tag,
    summary: 'Say which end clients it works for',
  })
    .errors(changed)
    .input(SetClients)
    .output(Installation),
  report: op('POST', '/automations/{id}/problems', {
    roles: partners,
    tag,
    summary: 'Report a problem with it: opens a ticket with the run that it is about',
    status: 201,
    creates: true,
  })
    .input(ReportProblem)
    .output(z.object({ ticket: z.object({ id: Id, number: z.number().int() }) })),
  setRate: op('PUT', '/automations/rate', {
    roles: ['owner'],
    tag,
    summary: 'Say what an hour of your own people costs, by which saved money is reckoned',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'Somebody else changed your company meanwhile.',
        data: z.object({ current: AutomationSummary, fields }),
      },
    })
    .input(SetRate)
    .output(AutomationSummary),
  recommendations: op('GET', '/recommendations', {
    roles: partners,
    tag,
    summary: 'Up to six products that your company may want, with the reasons',
  })
    .input(z.object({}))
    .output(z.object({ items: z.array(Recommendation), dismissed: z.number().int() })),
  dismiss: op('POST', '/recommendations/{productId}/dismiss', {
    roles: partners,
    tag,
    summary: 'Do not recommend a product to your company any more',
  })
    .input(productInput)
    .output(z.object({})),
  restore: op('DELETE', '/recommendations/{productId}/dismiss', {
    roles: partners,
    tag,
    summary: 'Let a product be recommended again',
  })
    .input(productInput)
    .output(z.object({})),
  answer: op('PUT', '/automations/{id}/answers', {
    roles: ['owner'],
    tag,
    summary: 'Answer the questions; the first time that they are finished, the set-up begins with a ticket',
  })
    .errors(setupChanged)
    .input(
      z.object({
        id: Id,
        version: z.coerce.number().int(),
        /** By the names of the questions; what is left out is not answered. */
        answers: z.record(z.string().max(100), z.unknown()),
        /** False: kept for later, and nothing has to be complete. */
        finished: z.boolean('Say whether this is all.'),
      }),
    )
    .output(Installation),
}
