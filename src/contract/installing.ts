// What staff do with a company's automation: the other side of automations.ts, which both sides read.
import { z } from 'zod'
import { CONNECTION_STATES, Connection, Installation, InstallationStatus } from './automations.ts'
import { confirmErrors, Id, Instant, op, page, pageOf, staff } from './base.ts'
import { ApiKey, MAX_KEYS, Person } from './companies.ts'
import { PriceModel } from './marketplace.ts'

const admin = ['admin'] as const

const oneLine = /^[^\p{Cc}]*$/u
const Line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .regex(oneLine, 'One line only.')
const Whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `At most ${max.toLocaleString('en-US')}.`)

const Name = Line(100, 'Give it a name.')
const MinutesPerRun = Whole(0, 480, 'Minutes, from 0 to 480.')
const Price = Whole(0, 100_000_000, 'An amount, or “On request”.').nullable()
/** A year and a day. */
export const INTERVAL_MAX = 527_040
const settings = {
  name: Name,
  /** What a successful run saves when it does not say so itself. */
  minutesPerRun: MinutesPerRun,
  /** At the latest after so many minutes there is a run; null: nobody waits for one. */
  expectedMinutes: Whole(5, INTERVAL_MAX, 'From 5 minutes to a year, or none.').nullable(),
  alertPercent: Whole(1, 100, 'Percent, from 1 to 100.'),
  alertRuns: Whole(1, 100, 'Runs, from 1 to 100.'),
  /** Administrators only. */
  priceModel: PriceModel,
  priceCents: Price,
}

const connection = {
  tool: Line(60, 'Name the tool.'),
  label: Line(100, 'Say what it is, such as “API user for the help desk board”.'),
  reference: Line(200, 'Say where the secret is kept, such as “1Password: Millwright / Autotask API”.'),
  state: z.enum(CONNECTION_STATES, 'Choose how it stands.'),
  expiresOn: z.iso
    .date('A day such as 2027-03-31.')
    .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'A day from 2000 to 2099.')
    .nullable(),
}

/** Something that somebody did to an automation. */
export const InstallationAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the product itself. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** A connection that is broken, or whose credential ends within `CONNECTION_DAYS`. */
export const DueConnection = Connection.omit({ version: true }).extend({
  installation: z.object({ id: Id, name: z.string() }),
  company: z.object({ id: Id, name: z.string() }),
})
/** So many days before its last day a credential is brought up. */
export const CONNECTION_DAYS = 30

const tag = 'automations'
const versioned = { id: Id, version: z.int('Say which version you changed.') }
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this automation meanwhile.',
    data: z.object({ current: Installation.optional() }).optional(),
  },
}
const connectionChanged = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this connection meanwhile.',
    data: z.object({ current: Connection.optional() }).optional(),
  },
}
const retired = {
  WRONG_STATUS: { status: 422, message: 'It is retired: nothing about it can be changed any more.' },
}

export const installing = {
  create: op('POST', '/automations', {
    roles: staff,
    tag,
    summary: 'Install an automation at a company by hand: a product, or something made for it alone',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        companyId: Id,
        /** Null: made for this company alone. */
        productId: Id.nullable().default(null),
        /** Left out: the name of the product. */
        name: Name.optional(),
        minutesPerRun: MinutesPerRun.optional(),
        expectedMinutes: settings.expectedMinutes.default(null),
        /** Administrators only; left out: on request. */
        priceModel: PriceModel.optional(),
        priceCents: Price.optional(),
      }),
    )
    .output(Installation),
  edit: op('PATCH', '/automations/{id}', {
    roles: staff,
    tag,
    summary: 'Change the settings of an automation; its price only by administrators',
  })
    .errors({ ...changed, ...retired })
    .input(z.object(settings).partial().extend(versioned))
    .output(Installation),
  setStatus: op('POST', '/automations/{id}/status', {
    roles: staff,
    tag,
    summary: 'Say how an automation stands; the partner is told',
  })
    .errors({ ...changed, WRONG_STATUS: { status: 422, message: 'It cannot go there from where it is.' } })
    .input(
      z.object({
        ...versioned,
        status: InstallationStatus,
        /** The partner reads it. Needed to pause and to retire. */
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
    summary: 'Who did what to an automation, when and why; newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(InstallationAct)),
  addConnection: op('POST', '/automations/{id}/connections', {
    roles: staff,
    tag,
    summary: 'Say what it signs in with, and where the secret is kept; never the secret itself',
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
    summary: 'Forget a connection',
  })
    .input(z.object({ id: Id, connectionId: Id }))
    .output(z.object({ id: Id })),
  dueConnections: op('GET', '/admin/connections', {
    roles: staff,
    tag,
    summary: 'Connections of running automations that are broken or end within 30 days, the most urgent first',
  }).output(z.object({ items: z.array(DueConnection), more: z.number().int() })),
  makeKey: op('POST', '/automations/{id}/keys', {
    roles: admin,
    tag,
    summary: 'Make an API key for the company with which its runs are sent; this answer is the only one that shows it',
    status: 201,
    creates: true,
  })
    .errors({
      ...confirmErrors,
      TOO_MANY_KEYS: {
        status: 422,
        message: `The company has ${MAX_KEYS} keys already. One that is not needed has to be revoked first.`,
      },
    })
    .input(z.object({ id: Id, name: Line(100, 'Say what it is for.') }))
    .output(ApiKey.extend({ key: z.string() })),
}
