// Automations: list, details, and requests by partners.

import { z } from 'zod'
import { everyone, Fields, Id, Instant, manyOf, op, page, pageOf, partners } from '../base.ts'
import { Person } from '../companies/index.ts'
import { IntakeField, PriceModel } from '../marketplace.ts'
import { sendRuns } from '../run-events.ts'
import { InstallationStatus, RunStatus, tag } from './fields.ts'

const EPISODE_KINDS = ['failing', 'silent'] as const
export const CONNECTION_STATES = ['waiting', 'working', 'broken'] as const
/** Totals of the runs in a period. */
export const RunFigures = z.object({
  runs: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** succeeded ÷ (succeeded + failed), 0 to 1. Null when there are none of either. */
  successRate: z.number().nullable(),
  minutesSaved: z.number().int(),
})
/** A connection to a tool. Says where the secret is kept, and never contains the secret. */
export const Connection = z.object({
  id: Id,
  tool: z.string(),
  label: z.string(),
  reference: z.string(),
  state: z.enum(CONNECTION_STATES),
  expiresOn: z.string().nullable(),
  version: z.number().int(),
})
/** A period in which the automation failed too often or sent no runs. */
export const Episode = z.object({
  id: Id,
  kind: z.enum(EPISODE_KINDS),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  ticket: z.object({ id: Id, number: z.number().int() }).nullable(),
})
/** Value of the saved time vs. its cost, and how it was calculated. In cents of the provider's currency. */
export const Worth = z.object({
  /** Minutes saved × rate ÷ 60. */
  savedCents: z.number().int(),
  /**
   * Amount invoiced for it in the period: lines of its order and agreement. Each line counts on the first day that it
   * bills, or on the invoice date when it has no period. Null for readers who may not see invoices, and when the
   * figures are those of one client.
   */
  costCents: z.number().int().nullable(),
  /**
   * The part of that amount that is paid now: succeeded payments less refunds, in proportion to the lines of each
   * invoice.
   */
  paidCents: z.number().int().nullable(),
  /** Hourly cost of the company's own staff. */
  rateCents: z.number().int(),
  /** `company`: the company set the rate. `house`: the provider's default, used until the company sets one. */
  rateOf: z.enum(['company', 'house']),
})
/** An automation of a company as lists show it. */
export const InstallationRow = z.object({
  id: Id,
  company: z.object({ id: Id, name: z.string() }),
  /** Null when it was made for this company only. */
  product: z.object({ id: Id, slug: z.string(), name: z.string(), category: z.string() }).nullable(),
  name: z.string(),
  status: InstallationStatus,
  priceModel: PriceModel,
  /** One-time or monthly price, in cents. Null when the price is on request. */
  priceCents: z.number().int().nullable(),
  currency: z.string(),
  lastRunAt: Instant.nullable(),
  lastRunStatus: RunStatus.nullable(),
  liveAt: Instant.nullable(),
  /** A request of the partner that staff have not handled yet. */
  asked: z.enum(['pause', 'resume']).nullable(),
  /** Whether questions of the intake form are still unanswered. */
  intakeOpen: z.boolean(),
  /** Number of clients that it works for. 0 when it works for the company itself. */
  clients: z.number().int(),
  episode: Episode.nullable(),
  /** Figures for the last 30 days including today, and for the 30 days before. */
  last30: RunFigures,
  before30: RunFigures,
  /** Value and cost in the last 30 days. */
  worth: Worth,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
})
/** The actions that the reader may take on an automation now. */
export const InstallationCan = z.object({
  answer: z.boolean(),
  ask: z.boolean(),
  report: z.boolean(),
  setClients: z.boolean(),
  edit: z.boolean(),
  setStatus: z.boolean(),
  setPrice: z.boolean(),
  makeKey: z.boolean(),
  /** Statuses that the reader can change it to now. */
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
  /** The ticket for its setup. */
  ticket: z.object({ id: Id, number: z.number().int(), status: z.string() }).nullable(),
  /** False when staff installed it for something agreed elsewhere. */
  bought: z.boolean(),
  /** For owners and administrators only. */
  order: z.object({ id: Id, number: z.number().int(), status: z.string() }).nullable(),
  agreement: z.object({ id: Id, number: z.number().int() }).nullable(),
  connections: z.array(Connection),
  clientList: z.array(z.object({ id: Id, name: z.string() })),
  /** The latest failures and silences, newest first, at most 10. */
  episodes: z.array(Episode),
  /** All runs ever reported, and everything ever invoiced. */
  lifetime: z.object({ figures: RunFigures, worth: Worth }),
  can: InstallationCan,
})
export const TROUBLES = ['silent', 'no_key', 'connection'] as const
const AUTOMATION_SORTS = ['name', 'lastRun', 'saved', 'status', 'updated'] as const
/** The filters that the list and the CSV share. */
export const AutomationFilter = z.object({
  /** Part of the automation's name or, for staff, of the company's name. */
  q: z.string().max(200).optional(),
  company: Id.optional(),
  status: manyOf(InstallationStatus),
  /**
   * A client in the automation's list, or for which it had runs in the last 60 days. The figures are then those of this
   * client only.
   */
  client: Id.optional(),
  product: Id.optional(),
  /** Only automations with a pause or resume request that staff have not handled yet. */
  asked: z.enum(['yes'], 'Use “yes”, or leave it out.').optional(),
  /** Only automations that need attention: failing, silent, requested, or with a pause or resume request. */
  attention: z.enum(['yes'], 'Use “yes”, or leave it out.').optional(),
  /**
   * Only automations that are silent, whose company has no API key for sending runs, or with a connection that is
   * broken or expires soon.
   */
  trouble: manyOf(z.enum(TROUBLES, 'Choose a problem.')),
  sort: z.enum(AUTOMATION_SORTS, 'Choose a sort order.').default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
/** Totals of all automations of a company, or of all companies, for the last 30 days and the 30 before. */
export const AutomationSummary = z.object({
  /** Null for all companies. */
  company: z.object({ id: Id, name: z.string() }).nullable(),
  /** Number of automations per status. */
  statuses: z.record(InstallationStatus, z.number().int()),
  /** Number of automations with at least one run. */
  withRuns: z.number().int(),
  last30: RunFigures,
  before30: RunFigures,
  /** Value of the time saved in the last 30 days. */
  savedCents: z.number().int(),
  /**
   * Amount invoiced for them in the last 30 days, and the part of it that is paid. Null for readers who may not see
   * invoices.
   */
  costCents: z.number().int().nullable(),
  paidCents: z.number().int().nullable(),
  currency: z.string(),
  /** The hourly rate used. Null for all companies, because each company has its own rate. */
  rate: z
    .object({
      cents: z.number().int(),
      of: z.enum(['company', 'house']),
      /** Version of the company, for `setRate`. */
      version: z.number().int(),
      can: z.object({ set: z.boolean() }),
    })
    .nullable(),
})
const REASON_MAX = 500
const version = z.coerce.number('The version must be a number.').int()
const Reason = z
  .string()
  .trim()
  .max(REASON_MAX, `At most ${REASON_MAX} characters.`)
  .nullable()
  .default(null)
  .transform((text) => text || null)
const AskAutomation = z.object({
  id: Id,
  want: z.enum(['pause', 'resume'], 'Choose pause or resume.'),
  reason: Reason,
  version: version.optional(),
})
/** Maximum number of clients of one automation. */
const CLIENTS_MAX = 500
const SetClients = z.object({
  id: Id,
  /** All clients that it works for from now on. Empty for the company itself. */
  clientIds: z.array(Id).max(CLIENTS_MAX, `Choose at most ${CLIENTS_MAX} clients.`),
  version: version.optional(),
})
const SetRate = z.object({
  /** Full hourly cost of your own staff in cents. Null restores the default. */
  rateCents: z
    .int('Enter an amount in whole cents.')
    .min(100, 'Enter at least $1 per hour.')
    .max(100_000, 'Enter at most $1,000 per hour.')
    .nullable(),
  version: version.optional(),
})
const fields = Fields.optional()
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this automation. Review their changes and try again.',
    data: z.object({ current: Installation, fields }),
  },
}
const cannotAsk = {
  ...changed,
  CANNOT_ASK: {
    status: 422,
    message: 'You can’t request this in the automation’s current status.',
    data: z.object({ fields }).optional(),
  },
}
const setupChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed the answers. Review their changes and try again.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
  SETUP_OVER: {
    status: 409,
    message: 'The setup answers can’t be changed anymore. Open a ticket to request changes.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
}

export const automationOperations = {
  list: op('GET', '/automations', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'List the automations of your company (staff: of all companies) with their figures for the last 30 days',
  })
    .input(AutomationFilter.extend(page))
    .output(pageOf(InstallationRow)),
  summary: op('GET', '/automations/summary', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'Get the totals of all automations for the last 30 days and the 30 days before',
  })
    .input(z.object({ company: Id.optional() }))
    .output(AutomationSummary),
  get: op('GET', '/automations/{id}', {
    roles: everyone,
    scope: 'automations:read',
    tag,
    summary: 'Get an automation with its settings, figures and alerts',
  })
    .input(z.object({ id: Id }))
    .output(Installation),
  send: sendRuns,
  ask: op('POST', '/automations/{id}/ask', {
    roles: partners,
    tag,
    summary: 'Ask us to pause or resume an automation',
  })
    .errors(cannotAsk)
    .input(AskAutomation)
    .output(Installation),
  unask: op('DELETE', '/automations/{id}/ask', {
    roles: partners,
    tag,
    summary: 'Cancel an open request to pause or resume an automation',
  })
    .input(z.object({ id: Id }))
    .output(Installation),
  setClients: op('PUT', '/automations/{id}/clients', {
    roles: ['owner', 'engineer', 'admin'],
    tag,
    summary: 'Set the clients that an automation runs for',
  })
    .errors(changed)
    .input(SetClients)
    .output(Installation),
  setRate: op('PUT', '/automations/rate', {
    roles: ['owner'],
    tag,
    summary: 'Set the hourly cost of your own staff, which is used to calculate the value of saved time',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'Someone else changed your company. Review their changes and try again.',
        data: z.object({ current: AutomationSummary, fields }),
      },
    })
    .input(SetRate)
    .output(AutomationSummary),
  answer: op('PUT', '/automations/{id}/answers', {
    roles: ['owner'],
    tag,
    summary: 'Answer the setup questions. Finishing them for the first time opens a ticket and starts setup.',
  })
    .errors(setupChanged)
    .input(
      z.object({
        id: Id,
        version: z.coerce.number().int(),
        /** Answers by question name. Omitted questions are left unanswered. */
        answers: z.record(z.string().max(100), z.unknown()),
        /** False to save a draft, which does not have to be complete. */
        finished: z.boolean('Enter true if the answers are complete, or false for a draft.'),
      }),
    )
    .output(Installation),
}
