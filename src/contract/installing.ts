// Operations of staff on a company's automation. The operations for both sides are in automations.ts.
import { z } from 'zod'
import { CONNECTION_STATES, Connection, Installation, InstallationStatus } from './automations/index.ts'
import { admin, confirmErrors, dayOf, Id, Instant, op, page, pageOf, staff } from './base.ts'
import { ApiKey, MAX_KEYS, Person } from './companies/index.ts'
import { PriceModel } from './marketplace.ts'

const oneLine = /^[^\p{Cc}]*$/u
const Line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .regex(oneLine, 'Use a single line.')
const Whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `Enter at most ${max.toLocaleString('en-US')}.`)

const Name = Line(100, 'Enter a name.')
const MinutesPerRun = Whole(0, 480, 'Enter 0 to 480 minutes.')
const Price = Whole(0, 100_000_000, 'Enter an amount, or choose “On request”.').nullable()
/** A leap year, in minutes. */
export const INTERVAL_MAX = 527_040
const settings = {
  name: Name,
  /** Minutes saved by a successful run that does not report them itself. */
  minutesPerRun: MinutesPerRun,
  /** Maximum minutes between two runs, or null when no run is expected. */
  expectedMinutes: Whole(5, INTERVAL_MAX, 'Enter 5 minutes to one year, or choose no schedule.').nullable(),
  alertPercent: Whole(1, 100, 'Enter a percentage from 1 to 100.'),
  alertRuns: Whole(1, 100, 'Enter 1 to 100 runs.'),
  /** Administrators only. */
  priceModel: PriceModel,
  priceCents: Price,
}

const connection = {
  tool: Line(60, 'Enter the name of the tool.'),
  label: Line(100, 'Describe the connection, such as “API user for the help desk board”.'),
  reference: Line(200, 'Enter where the secret is stored, such as “1Password: Automations / Autotask API”.'),
  state: z.enum(CONNECTION_STATES, 'Choose a status.'),
  expiresOn: dayOf('Enter a date, such as 2027-03-31.').nullable(),
}

/** One entry in the history of an automation. */
export const InstallationAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null when the system did it. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** A connection that is broken, or whose credential expires within `CONNECTION_DAYS`. */
export const DueConnection = Connection.omit({ version: true }).extend({
  installation: z.object({ id: Id, name: z.string() }),
  company: z.object({ id: Id, name: z.string() }),
})
/** Days before a credential expires at which it is reported. */
export const CONNECTION_DAYS = 30

const tag = 'automations'
const versioned = { id: Id, version: z.int('Include the version that you are changing.') }
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this automation. Review their changes and try again.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
}
const connectionChanged = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this connection. Review their changes and try again.',
    data: z.object({ current: Connection.optional() }).optional(),
  },
}
const retired = {
  WRONG_STATUS: { status: 422, message: 'This automation is retired and can no longer be changed.' },
}

export const installing = {
  create: op('POST', '/automations', {
    roles: staff,
    tag,
    summary: 'Add an automation to a company without an order: a product or a custom automation',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        companyId: Id,
        /** Null when it is made for this company only. */
        productId: Id.nullable().default(null),
        /** Default: the name of the product. */
        name: Name.optional(),
        minutesPerRun: MinutesPerRun.optional(),
        expectedMinutes: settings.expectedMinutes.default(null),
        /** Administrators only. Default: on request. */
        priceModel: PriceModel.optional(),
        priceCents: Price.optional(),
      }),
    )
    .output(Installation),
  edit: op('PATCH', '/automations/{id}', {
    roles: staff,
    tag,
    summary: 'Change the settings of an automation. Only administrators can change the price.',
  })
    .errors({ ...changed, ...retired })
    .input(z.object(settings).partial().extend(versioned))
    .output(Installation),
  setStatus: op('POST', '/automations/{id}/status', {
    roles: staff,
    tag,
    summary: 'Set the status of an automation and notify the partner',
  })
    .errors({
      ...changed,
      WRONG_STATUS: { status: 422, message: 'This status change is not allowed. Reload the page and try again.' },
    })
    .input(
      z.object({
        ...versioned,
        status: InstallationStatus,
        /** Visible to the partner. Required to pause and to retire it. */
        reason: z
          .string()
          .trim()
          .max(500, 'At most 500 characters.')
          .nullable()
          .default(null)
          .transform((text) => text || null),
      }),
    )
    .output(Installation),
  history: op('GET', '/automations/{id}/history', {
    roles: staff,
    tag,
    summary: 'List the history of an automation, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(InstallationAct)),
  addConnection: op('POST', '/automations/{id}/connections', {
    roles: staff,
    tag,
    summary: 'Add a connection: what the automation signs in with and where the secret is stored, never the secret',
    status: 201,
    creates: true,
  })
    .errors(retired)
    .input(
      z.object({
        id: Id,
        ...connection,
        state: connection.state.default('waiting'),
        expiresOn: connection.expiresOn.default(null),
      }),
    )
    .output(Connection),
  editConnection: op('PATCH', '/automations/{id}/connections/{connectionId}', {
    roles: staff,
    tag,
    summary: 'Change a connection',
  })
    .errors(connectionChanged)
    .input(
      z
        .object(connection)
        .partial()
        .extend({ ...versioned, connectionId: Id }),
    )
    .output(Connection),
  removeConnection: op('DELETE', '/automations/{id}/connections/{connectionId}', {
    roles: staff,
    tag,
    summary: 'Remove a connection',
  })
    .input(z.object({ id: Id, connectionId: Id }))
    .output(z.object({ id: Id })),
  dueConnections: op('GET', '/admin/connections', {
    roles: staff,
    tag,
    summary: 'List connections that are broken or expire within 30 days, most urgent first',
  }).output(z.object({ items: z.array(DueConnection), more: z.number().int() })),
  makeKey: op('POST', '/automations/{id}/keys', {
    secret: true,
    roles: admin,
    tag,
    summary: 'Create an API key for sending runs of the company. Only this response contains the key.',
    status: 201,
    creates: true,
  })
    .errors({
      ...confirmErrors,
      TOO_MANY_KEYS: {
        status: 422,
        message: `The company already has ${MAX_KEYS} active keys. Revoke one that is no longer needed.`,
      },
    })
    .input(z.object({ id: Id, name: Line(100, 'Enter a name.') }))
    .output(ApiKey.extend({ key: z.string() })),
}
