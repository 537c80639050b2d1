import { z } from 'zod'
import { AnyDay, Day, everyone, Fields, Id, Instant, manyOf, op, page, pageOf, type Role } from './base.ts'
import { Person } from './companies/index.ts'

/** Where the hours of a block come from. */
export const BLOCK_SOURCES = ['purchase', 'agreement', 'retainer', 'rollover', 'top_up', 'grant'] as const
/** `pending`: bought, but not usable yet. Expired and void blocks have no minutes left. */
export const BLOCK_STATES = ['pending', 'active', 'expired', 'void'] as const
export const LEDGER_KINDS = [
  'purchase',
  'grant',
  'consumption',
  'overage',
  'adjustment',
  'expiry',
  'rollover',
  'reversal',
] as const
export const HOURS_FINDING_KINDS = [
  'hours_balance',
  'hours_block',
  'hours_entry',
  'payment_unknown',
  'payment_missing',
  'payment_amount',
  'payment_currency',
  'payment_disputed',
  'refund_failed',
  'report_day',
  'run_days',
  'job_set_aside',
  'remittance_missing',
] as const

const BlockSource = z.enum(BLOCK_SOURCES, 'Choose a valid block source.')
const BlockState = z.enum(BLOCK_STATES, 'Choose a valid block state.')
const LedgerKind = z.enum(LEDGER_KINDS, 'Choose a valid ledger entry type.')
const FindingKind = z.enum(HOURS_FINDING_KINDS, 'Choose a valid discrepancy type.')
const Company = z.object({ id: Id, name: z.string() })
const administrators: Role[] = ['admin']

/** The company whose hours are meant. Partners always read their own; staff name a company. */
const ofCompany = { company: Id.optional() }

/** The error of every action that books work beyond the hours and the agreed overage. Numbers are minutes. */
export const hoursExhausted = {
  HOURS_EXHAUSTED: {
    status: 422,
    message: 'This company doesn’t have enough hours left. Nothing was logged.',
    data: z
      .object({
        fields: Fields.optional(),
        balance: z.number().int().optional(),
        /** Number of missing minutes. */
        missing: z.number().int().optional(),
      })
      .optional(),
  },
}

/** When the hours will be used up if work continues at the current rate. */
export const Forecast = z.object({
  /** Days that the forecast is based on: 30, or 90 without work in the last 30. Null without any work. */
  basedOn: z.union([z.literal(30), z.literal(90)]).nullable(),
  /** Average minutes charged per day in that period, rounded to one decimal. */
  perDay: z.number(),
  /** Day at whose end all hours are used or expired. Null without work, or when it is over two years away. */
  runsOutOn: z.iso.date().nullable(),
  /** Minutes that will have expired unused by then. */
  expiring: z.number().int(),
})

export const Balance = z.object({
  company: Company,
  /** The time zone of the ledger's days: the company's, or the provider's if the company has none. */
  timeZone: z.string(),
  /** Minutes that can be used. Below zero only where an agreement allows it. */
  balance: z.number().int(),
  /**
   * The hours that `usedPercent` refers to: what is left, plus what work has used from the blocks that had minutes when
   * hours were last added, or that got some back since. Expired and reversed minutes count in neither.
   */
  base: z.number().int(),
  /**
   * Percent of `base` that is used: 0 to 100, or above 100 when the balance is below zero. Null while `base` is 0: no
   * hours were added, or all of them expired, were reversed, or settled a negative balance.
   */
  usedPercent: z.number().int().nullable(),
  /** The alert that was sent for the current hours: 80, 95, or null. */
  alert: z.union([z.literal(80), z.literal(95)]).nullable(),
  /** Minutes that are bought but not usable yet. */
  pending: z.number().int(),
  /** The part of the balance that approved estimates on open tickets hold and that is not used yet. */
  reserved: z.number().int(),
  /** Minutes that new work can use: the balance less what is reserved, without overage. */
  available: z.number().int(),
  /** The block that expires next. */
  expiring: z.object({ blockId: Id, name: z.string(), minutes: z.number().int(), on: z.iso.date() }).nullable(),
  forecast: Forecast,
  updatedAt: Instant.nullable(),
  can: z.object({
    /** Buy more hours (owners). */
    buy: z.boolean(),
    /** Add or remove hours manually (administrators). */
    adjust: z.boolean(),
  }),
})

export const Block = z.object({
  id: Id,
  company: Company,
  name: z.string(),
  source: BlockSource,
  state: BlockState,
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /** Minutes granted with the block, still left, used by work, and expired. */
  granted: z.number().int(),
  remaining: z.number().int(),
  drawn: z.number().int(),
  expired: z.number().int(),
  startsOn: z.iso.date().nullable(),
  /** The last day. Null when it does not expire, or is not calculated because the block is not usable yet. */
  expiresOn: z.iso.date().nullable(),
  /** Number of months that it is valid, from the day on which it was paid, or from `startsOn` if that is later. */
  validMonths: z.number().int().nullable(),
  /** The month of a retainer. */
  periodFrom: z.iso.date().nullable(),
  purchasedAt: Instant,
  activatedAt: Instant.nullable(),
  /** The price paid for it. Null for readers who may not see prices. */
  priceCents: z.number().int().nullable(),
  /** Set when staff made it usable before it was paid: who did, and why. */
  released: z.object({ by: z.string(), reason: z.string() }).nullable(),
  /** Position in the order in which blocks are used, from 1. Null when it cannot be used. */
  place: z.number().int().nullable(),
})
export const BLOCK_SORTS = ['purchased', 'expires'] as const
export const BlockFilter = z.object({
  ...ofCompany,
  state: manyOf(BlockState),
  source: manyOf(BlockSource),
  agreement: Id.optional(),
  /** Expires on or before this day. */
  expiresBy: AnyDay.optional(),
  sort: z.enum(BLOCK_SORTS, 'Choose a valid sort order.').default('purchased'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** One change of the balance. Lines are never edited: an error is reversed by another line. */
export const LedgerLine = z.object({
  id: z.number().int(),
  at: Instant,
  company: Company,
  kind: LedgerKind,
  /** Change of the balance in minutes. */
  minutes: z.number().int(),
  /** Minutes beyond the balance that are billed at the agreement's rate. Below zero for a reversal. */
  overage: z.number().int(),
  balanceAfter: z.number().int(),
  /** Null when the minutes took the balance below zero or were beyond it. */
  block: z.object({ id: Id, name: z.string() }).nullable(),
  /** The time entry that used the minutes. */
  entry: z
    .object({
      id: Id,
      workedOn: z.iso.date(),
      minutes: z.number().int(),
      /** Minutes after rounding and multiplier. */
      charged: z.number().int().nullable(),
      /** In percent. */
      multiplier: z.number().int(),
      workType: z.string(),
      note: z.string(),
      worker: z.string(),
      removed: z.boolean(),
      ticket: z.object({ id: Id, number: z.number().int(), subject: z.string() }).nullable(),
      task: z
        .object({
          id: Id,
          title: z.string(),
          project: z.object({ id: Id, number: z.number().int(), name: z.string() }),
        })
        .nullable(),
    })
    .nullable(),
  agreement: z.object({ id: Id, number: z.number().int(), name: z.string() }).nullable(),
  /** The line that this one reverses, in full or in part. */
  reverses: z.number().int().nullable(),
  /** Null when the system did it. */
  actor: Person.nullable(),
  reason: z.string().nullable(),
})
export const LedgerFilter = z.object({
  ...ofCompany,
  kind: manyOf(LedgerKind),
  block: Id.optional(),
  ticket: Id.optional(),
  /** Time entries on any task of this project. */
  project: Id.optional(),
  entry: Id.optional(),
  agreement: Id.optional(),
  /** First and last day, both included, in the company's time zone. */
  from: AnyDay.optional(),
  to: AnyDay.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export const LedgerTotals = z.object({
  lines: z.number().int(),
  /** Minutes bought, granted, or added manually. Rollovers are not included. */
  added: z.number().int(),
  /** Minutes used by work, less reversals. */
  drawn: z.number().int(),
  expired: z.number().int(),
  /**
   * Minutes removed manually or with a refund. Rollover lines are included too: they cancel each other out unless the
   * filter selects only one side.
   */
  taken: z.number().int(),
  /** Minutes beyond the balance, billed at the agreement's rate. */
  overage: z.number().int(),
})

/** One day of the burn-down, in the company's time zone. */
export const DayOfHours = z.object({
  day: z.iso.date(),
  /** The balance at the end of the day. */
  balance: z.number().int(),
  added: z.number().int(),
  /** Minutes used by work, less what was reversed on that day. */
  drawn: z.number().int(),
  /** Minutes that expired, or were removed manually or with a refund. */
  lost: z.number().int(),
})

const Reason = z.string('Enter a reason.').trim().min(1, 'Enter a reason.').max(500, 'At most 500 characters.')

export const Finding = z.object({
  id: Id,
  company: Company,
  kind: FindingKind,
  subjectId: Id.nullable(),
  title: z.string(),
  expected: z.record(z.string(), z.unknown()),
  found: z.record(z.string(), z.unknown()),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** Null while it is open. `by` is null when a later check no longer found the discrepancy. */
  resolved: z.object({ at: Instant, by: z.string().nullable(), words: z.string().nullable() }).nullable(),
})

/** Minutes and their value. The value of a block is price × minutes ÷ granted, with half a cent rounded up. */
export const Liability = z.object({
  /** Minutes that were paid for or granted, and became usable. */
  sold: z.number().int(),
  soldCents: z.number().int(),
  /** Minutes used by work. */
  drawn: z.number().int(),
  /** Minutes removed manually or with a refund. */
  taken: z.number().int(),
  takenCents: z.number().int(),
  expired: z.number().int(),
  expiredCents: z.number().int(),
  /** Minutes still owed to partners. */
  remaining: z.number().int(),
  remainingCents: z.number().int(),
  /** Revenue earned, including expired hours: sold, less what was removed and what is still owed. */
  earnedCents: z.number().int(),
  /** Minutes used without a block: partners owe them to the provider. */
  below: z.number().int(),
})

export const hours = {
  balance: op('GET', '/hours/balance', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Get the hours balance, the next expiration and the forecast. Staff pass a company.',
  })
    .input(z.object(ofCompany))
    .output(Balance),
  blocks: op('GET', '/hours/blocks', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'List blocks of hours. Partners get those of their own company.',
  })
    .input(BlockFilter.extend(page))
    .output(pageOf(Block)),
  ledger: op('GET', '/hours/ledger', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'List ledger entries, newest first. Partners get those of their own company.',
  })
    .input(LedgerFilter.extend(page))
    .output(pageOf(LedgerLine)),
  totals: op('GET', '/hours/ledger/totals', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Get totals of the ledger entries that match the filters',
  })
    .input(LedgerFilter)
    .output(LedgerTotals),
  series: op('GET', '/hours/series', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Get the balance by day (burn-down) and the forecast',
  })
    .input(
      z.object({
        ...ofCompany,
        days: z.coerce
          .number('Enter a number of days.')
          .int('Enter whole days.')
          .min(7, 'At least 7 days.')
          .max(366, 'At most 366 days.')
          .default(90),
      }),
    )
    .output(z.object({ company: Company, items: z.array(DayOfHours), forecast: Forecast })),
  adjust: op('POST', '/hours/adjustments', {
    roles: administrators,
    tag: 'hours',
    summary: 'Add hours manually as a new block, or remove hours from one block or in the order in which they are used',
    status: 201,
    creates: true,
  })
    .errors({
      HOURS_SHORT: {
        status: 422,
        message: 'The company has fewer minutes left than that. Enter a smaller number.',
        data: z.object({ fields: Fields.optional(), available: z.number().int().optional() }).optional(),
      },
    })
    .input(
      z.object({
        companyId: Id,
        /** Below zero to remove minutes. */
        minutes: z
          .int('Enter whole minutes.')
          .min(-600_000, 'At most 10,000 hours.')
          .max(600_000, 'At most 10,000 hours.')
          .refine((n) => n !== 0, 'Add or remove at least one minute.'),
        reason: Reason,
        /** The block to remove minutes from. Only allowed when minutes are removed. */
        blockId: Id.optional(),
        /** For added minutes: the name of the new block, and its last day (omitted: it does not expire). */
        name: z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.').optional(),
        expiresOn: Day.optional(),
      }),
    )
    .output(Balance),
  findings: op('GET', '/findings', {
    roles: administrators,
    tag: 'hours',
    summary: 'List discrepancies from nightly checks and payments, and failed jobs, newest first',
  })
    .input(
      z.object({
        ...page,
        ...ofCompany,
        kind: manyOf(FindingKind),
        state: z.enum(['open', 'resolved', 'all'], 'Choose open, resolved or all.').default('open'),
      }),
    )
    .output(pageOf(Finding)),
  closeFinding: op('POST', '/findings/{id}/close', {
    roles: administrators,
    tag: 'hours',
    summary:
      'Close a discrepancy with a note. It is reported again if it is found again. A failed job is retried if `retry` is set, and discarded otherwise.',
  })
    .input(
      z.object({
        id: Id,
        retry: z.boolean().default(false),
        words: z
          .string('Describe what was done.')
          .trim()
          .min(1, 'Describe what was done.')
          .max(2_000, 'At most 2,000 characters.'),
      }),
    )
    .output(Finding),
  liability: op('GET', '/hours/liability', {
    roles: administrators,
    tag: 'hours',
    summary: 'Get the hours sold, used, expired and outstanding with their value, by company and in total',
  })
    .input(
      z.object({
        ...page,
        ...ofCompany,
        order: z.enum(['asc', 'desc']).default('asc'),
      }),
    )
    .output(pageOf(Liability.extend({ company: Company })).extend({ total: Liability, currency: z.literal('usd') })),
}
