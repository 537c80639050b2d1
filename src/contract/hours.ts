import { z } from 'zod'
import { everyone, Fields, Id, Instant, manyOf, op, page, pageOf, type Role } from './base.ts'
import { Person } from './companies.ts'

/** Where a block comes from. */
export const BLOCK_SOURCES = ['purchase', 'agreement', 'retainer', 'rollover', 'top_up', 'grant'] as const
/** `pending`: bought, not usable yet. Expired and void ones have nothing left. */
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
export const FINDING_KINDS = [
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
] as const

const BlockSource = z.enum(BLOCK_SOURCES, 'This is not where hours come from.')
const BlockState = z.enum(BLOCK_STATES, 'This is not a state of a block.')
const LedgerKind = z.enum(LEDGER_KINDS, 'This is not a kind of line.')
const FindingKind = z.enum(FINDING_KINDS, 'This is not a kind of finding.')
const Day = z.iso.date('Give a day as YYYY-MM-DD.')
const Company = z.object({ id: Id, name: z.string() })
const administrators: Role[] = ['admin']

/** Whose hours. Partners have their own; staff name a company. */
const ofCompany = { company: Id.optional() }

/** Declared by everything that books work: the hours do not reach, and the agreement allows no more. Minutes. */
export const hoursExhausted = {
  HOURS_EXHAUSTED: {
    status: 422,
    message: 'The hours of this company do not reach for this. Nothing was booked.',
    data: z
      .object({
        fields: Fields.optional(),
        balance: z.number().int().optional(),
        /** How many minutes are missing. */
        missing: z.number().int().optional(),
      })
      .optional(),
  },
}

/** When the hours will have run out, if work goes on as it did. */
export const Forecast = z.object({
  /** What it was reckoned from: minutes drawn in the last 30 days, or 90 when there was none in 30. Null: no work to reckon from. */
  basedOn: z.union([z.literal(30), z.literal(90)]).nullable(),
  /** Minutes drawn per day on average in these days, to one decimal. */
  perDay: z.number(),
  /** The day on which what is left is used up; hours that expire before are left out. Null: not within two years. */
  runsOutOn: z.iso.date().nullable(),
  /** Minutes that will have expired unused by then. */
  expiring: z.number().int(),
})

export const Balance = z.object({
  company: Company,
  /** Minutes that can be drawn; below zero only where an agreement allows it. */
  balance: z.number().int(),
  /** The balance right after hours came in last; what is used is counted from there. */
  base: z.number().int(),
  /** Percent of `base` that is used, 0 to 100 (more below zero). Null: nothing ever came in. */
  usedPercent: z.number().int().nullable(),
  /** The alert of this episode: null, 80 or 95. */
  alert: z.union([z.literal(80), z.literal(95)]).nullable(),
  /** Bought and not usable yet. */
  pending: z.number().int(),
  /** The next minutes to expire. */
  expiring: z.object({ blockId: Id, name: z.string(), minutes: z.number().int(), on: z.iso.date() }).nullable(),
  forecast: Forecast,
  updatedAt: Instant.nullable(),
  can: z.object({
    /** Buy more (owners). */
    buy: z.boolean(),
    /** Give or take hours by hand (administrators). */
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
  /** Minutes that came with it, those that are left, that were drawn by work, and that expired. */
  granted: z.number().int(),
  remaining: z.number().int(),
  drawn: z.number().int(),
  expired: z.number().int(),
  startsOn: z.iso.date().nullable(),
  /** Its last day; null: no end, or not reckoned before it is usable. */
  expiresOn: z.iso.date().nullable(),
  /** Months that it is valid from the day it becomes usable. */
  validMonths: z.number().int().nullable(),
  /** A retainer's month. */
  periodFrom: z.iso.date().nullable(),
  purchasedAt: Instant,
  activatedAt: Instant.nullable(),
  /** What was paid for it; null for who sees no money. */
  priceCents: z.number().int().nullable(),
  /** Usable before it was paid: who said so, and why. */
  released: z.object({ by: z.string(), reason: z.string() }).nullable(),
  /** Its place in the order of the draw, from 1; null: cannot be drawn from. Only when one company is asked for. */
  place: z.number().int().nullable(),
})
export const BLOCK_SORTS = ['purchased', 'expires'] as const
export const BlockFilter = z.object({
  ...ofCompany,
  state: manyOf(BlockState),
  source: manyOf(BlockSource),
  agreement: Id.optional(),
  /** Expires on or before this day. */
  expiresBy: Day.optional(),
  sort: z.enum(BLOCK_SORTS, 'This cannot be sorted by.').default('purchased'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

/** One movement. Lines are never changed: what was wrong is taken back by another line. */
export const LedgerLine = z.object({
  id: z.number().int(),
  at: Instant,
  company: Company,
  kind: LedgerKind,
  /** What it does to the balance. */
  minutes: z.number().int(),
  /** Minutes beyond the balance that are billed at the agreement's rate; below zero when taken back. */
  overage: z.number().int(),
  balanceAfter: z.number().int(),
  /** Null: below zero, or beyond the balance. */
  block: z.object({ id: Id, name: z.string() }).nullable(),
  /** The work that it was drawn for. */
  entry: z
    .object({
      id: Id,
      workedOn: z.iso.date(),
      minutes: z.number().int(),
      /** After rounding and multiplier. */
      charged: z.number().int().nullable(),
      /** Percent. */
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
  /** The line that it takes back, wholly or in part. */
  reverses: z.number().int().nullable(),
  /** Null: the product itself. */
  actor: Person.nullable(),
  reason: z.string().nullable(),
})
export const LedgerFilter = z.object({
  ...ofCompany,
  kind: manyOf(LedgerKind),
  block: Id.optional(),
  ticket: Id.optional(),
  /** Work on any task of it. */
  project: Id.optional(),
  entry: Id.optional(),
  agreement: Id.optional(),
  /** Days in the provider's time zone; both belong to it. */
  from: Day.optional(),
  to: Day.optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export const LedgerTotals = z.object({
  lines: z.number().int(),
  /** Came in: bought, granted, rolled over, given by hand. */
  added: z.number().int(),
  /** Drawn by work, less what was taken back. */
  drawn: z.number().int(),
  expired: z.number().int(),
  /** Taken by hand or with a refund. */
  taken: z.number().int(),
  /** Beyond the balance, billed at the rate. */
  overage: z.number().int(),
})

/** A day of the burn-down, in the provider's time zone. */
export const DayOfHours = z.object({
  day: z.iso.date(),
  /** At the end of the day. */
  balance: z.number().int(),
  added: z.number().int(),
  /** Drawn by work, less what was taken back on that day. */
  drawn: z.number().int(),
  /** Expired, or taken by hand. */
  lost: z.number().int(),
})

const Reason = z.string('Say why.').trim().min(1, 'Say why.').max(500, 'At most 500 characters.')

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
  /** Null while it is open. `by` null: it was not found again. */
  resolved: z.object({ at: Instant, by: z.string().nullable(), words: z.string().nullable() }).nullable(),
})

/** Minutes and what they are worth: of each block its price × minutes ÷ granted, half a cent up. */
export const Liability = z.object({
  /** Came in and was paid for or granted. */
  sold: z.number().int(),
  soldCents: z.number().int(),
  /** Drawn by work. */
  drawn: z.number().int(),
  /** Taken by hand or with a refund. */
  taken: z.number().int(),
  takenCents: z.number().int(),
  expired: z.number().int(),
  expiredCents: z.number().int(),
  /** Still owed to partners. */
  remaining: z.number().int(),
  remainingCents: z.number().int(),
  /** What was delivered or fell to the provider: sold, less what was taken and what is still owed. */
  earnedCents: z.number().int(),
  /** Drawn without a block: owed to the provider. */
  below: z.number().int(),
})

export const hours = {
  balance: op('GET', '/hours/balance', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Hours that are left, what expires next, and when they will run out; staff name a company',
  })
    .input(z.object(ofCompany))
    .output(Balance),
  blocks: op('GET', '/hours/blocks', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Hours that were bought or granted, block by block; partners: their own',
  })
    .input(BlockFilter.extend(page))
    .output(pageOf(Block)),
  ledger: op('GET', '/hours/ledger', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Every movement of minutes, newest first; partners: their own',
  })
    .input(LedgerFilter.extend(page))
    .output(pageOf(LedgerLine)),
  totals: op('GET', '/hours/ledger/totals', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'Sums of the lines that pass the filters of the ledger',
  })
    .input(LedgerFilter)
    .output(LedgerTotals),
  series: op('GET', '/hours/series', {
    roles: everyone,
    scope: 'company:read',
    tag: 'hours',
    summary: 'The balance day by day (burn-down), with the forecast',
  })
    .input(
      z.object({
        ...ofCompany,
        days: z.coerce
          .number('Give a number of days.')
          .int('Whole days only.')
          .min(7, 'At least 7 days.')
          .max(366, 'At most 366 days.')
          .default(90),
      }),
    )
    .output(z.object({ company: Company, items: z.array(DayOfHours), forecast: Forecast })),
  adjust: op('POST', '/hours/adjustments', {
    roles: administrators,
    tag: 'hours',
    summary: 'Give hours by hand (a block of their own), or take some: from a block, or in the order of the draw',
    status: 201,
    creates: true,
  })
    .errors({
      HOURS_SHORT: {
        status: 422,
        message: 'So many minutes are not left.',
        data: z.object({ fields: Fields.optional(), available: z.number().int().optional() }).optional(),
      },
    })
    .input(
      z.object({
        companyId: Id,
        /** Below zero: taken. */
        minutes: z
          .int('Whole minutes only.')
          .min(-600_000, 'At most 10,000 hours.')
          .max(600_000, 'At most 10,000 hours.')
          .refine((n) => n !== 0, 'Give or take at least one minute.'),
        reason: Reason,
        /** Taken from this block; only when minutes are taken. */
        blockId: Id.optional(),
        /** Given: what the block is called, and its last day (none: no end). */
        name: z.string().trim().min(1, 'Give it a name.').max(200, 'At most 200 characters.').optional(),
        expiresOn: Day.optional(),
      }),
    )
    .output(Balance),
  findings: op('GET', '/findings', {
    roles: administrators,
    tag: 'hours',
    summary: 'What the nightly comparisons of hours and payments found, newest first',
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
    summary: 'Close a finding with what was done; it comes back by itself when it is found again',
  })
    .input(
      z.object({
        id: Id,
        words: z
          .string('Say what was done.')
          .trim()
          .min(1, 'Say what was done.')
          .max(2_000, 'At most 2,000 characters.'),
      }),
    )
    .output(Finding),
  liability: op('GET', '/hours/liability', {
    roles: administrators,
    tag: 'hours',
    summary: 'Hours sold, drawn, expired and still owed, with their value, per company and in total',
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
