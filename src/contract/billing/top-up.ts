// Automatic top-up.

import { z } from 'zod'
import { Id, Instant, NamedCompany, op, owner, version } from '../base.ts'
import { Person } from '../companies/index.ts'
import { Currency, cents, Method, payers } from './fields.ts'
import { ORDER_STATES } from './orders.ts'
import { Pack } from './packs.ts'

const TopUpRule = z.object({
  enabled: z.boolean(),
  /** A top-up starts when the balance falls below this many minutes. */
  thresholdMinutes: z.number().int(),
  /** Null when the pack is no longer sold and another one has to be chosen. */
  pack: Pack.nullable(),
  monthlyCapCents: z.number().int(),
  /** The user who must approve the order first. Null when it is placed immediately. */
  approver: Person.nullable(),
  method: Method,
  version: z.number().int(),
})
const TOP_UP_STATES = ['proposed', 'ordered', 'declined', 'capped', 'failed'] as const
export const TopUp = z.object({
  id: Id,
  company: NamedCompany,
  state: z.enum(TOP_UP_STATES),
  /** The balance when it fell below the limit. */
  balanceMinutes: z.number().int(),
  pack: z.object({ id: Id, name: z.string(), minutes: z.number().int() }),
  /** The price of the order. For a proposal, the current price. */
  priceCents: z.number().int(),
  currency: Currency,
  /** Why nothing was bought, in plain words. */
  failure: z.string().nullable(),
  order: z
    .object({
      id: Id,
      number: z.number().int(),
      status: z.enum(ORDER_STATES),
      invoiceId: Id,
      invoice: z.string().nullable(),
    })
    .nullable(),
  approver: Person.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  createdAt: Instant,
  can: z.object({ decide: z.boolean() }),
})
export const TopUpSettings = z.object({
  /** Null when it was never set. */
  rule: TopUpRule.nullable(),
  /** Amount ordered automatically in this calendar month. */
  spentCents: z.number().int(),
  /** Users who can be the approver: the owners. */
  approvers: z.array(Person),
  /** Payment methods that can be chosen. Card requires a stored card that may be charged. */
  methods: z.array(Method),
  /** The most recent ones, newest first. */
  topUps: z.array(TopUp),
  can: z.object({ edit: z.boolean() }),
})
const gone = {
  GONE: {
    status: 409,
    message: 'This top-up no longer needs your approval.',
    data: z.object({ current: TopUp.optional() }).optional(),
  },
}
const capReached = {
  CAP_REACHED: {
    status: 422,
    message: 'This would exceed the monthly cap. Raise the cap, or decline the top-up.',
    data: z.any(),
  },
}

export const topUpOperations = {
  topUp: op('GET', '/top-up', {
    roles: payers,
    tag: 'billing',
    summary: 'Get the automatic top-up settings. Administrators pass a company.',
  })
    .input(z.object({ companyId: Id.optional() }))
    .output(TopUpSettings),
  setTopUp: op('PUT', '/top-up', {
    roles: owner,
    tag: 'billing',
    summary: 'Turn automatic top-up on or off and set its rules',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'Someone else changed the top-up settings. Review their changes and try again.',
        data: z.object({ current: TopUpSettings.optional() }).optional(),
      },
      PACK_GONE: { status: 422, message: 'This pack is no longer sold. Choose another one.', data: z.any() },
      NO_CARD: { status: 422, message: 'Add a card first, or choose to pay by invoice.', data: z.any() },
      NO_OWNER: { status: 422, message: 'Choose an owner of your company.', data: z.any() },
      CAP_TOO_LOW: {
        status: 422,
        message: 'The monthly cap is below the price of one pack. Raise the cap, or choose a smaller pack.',
        data: z.any(),
      },
    })
    .input(
      z.object({
        /** 0 when it was never set. */
        version,
        enabled: z.boolean('Choose on or off.'),
        thresholdMinutes: z
          .int('Enter the number of minutes.')
          .min(15, 'At least 15 minutes.')
          .max(600_000, 'At most 10,000 hours.'),
        packId: Id,
        /** At least the price of one pack. */
        monthlyCapCents: cents('Enter a monthly cap.'),
        approverId: Id.nullable(),
        method: Method,
      }),
    )
    .output(TopUpSettings),
  approveTopUp: op('POST', '/top-ups/{id}/approve', {
    roles: owner,
    tag: 'billing',
    summary: 'Approve a proposed top-up at the price that was shown',
  })
    .errors({
      ...gone,
      ...capReached,
      PACK_GONE: { status: 422, message: 'This pack is no longer sold. Choose another one.', data: z.any() },
      PRICE_CHANGED: {
        status: 409,
        message: 'The price has changed. Review the new price and try again.',
        data: z.object({ current: TopUp.optional() }).optional(),
      },
    })
    .input(z.object({ id: Id, expectedCents: cents('Enter the price that was shown.') }))
    .output(TopUp),
  declineTopUp: op('POST', '/top-ups/{id}/decline', {
    roles: owner,
    tag: 'billing',
    summary: 'Decline a proposed top-up',
  })
    .errors(gone)
    .input(z.object({ id: Id }))
    .output(TopUp),
}
