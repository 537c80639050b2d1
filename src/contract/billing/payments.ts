// Payments, refunds, bank details and the stored card.

import { z } from 'zod'
import { admin, Id, Instant, NamedCompany, op, owner, version } from '../base.ts'
import { Person } from '../companies/index.ts'
import { isRoutingNumber } from '../plain/remittance-lines.ts'
import { printed } from '../printed.ts'

/** Optional text. An empty text is stored as null. */
const optionalText = (max: number) =>
  printed(
    z
      .string()
      .trim()
      .max(max, `At most ${max.toLocaleString('en-US')} characters.`),
  )
    .nullable()
    .default(null)
    .transform((text) => text || null)
const line100 = (words: string) =>
  printed(
    z
      .string(words)
      .trim()
      .min(1, words)
      .max(100, 'At most 100 characters.')
      .regex(/^[^\p{Cc}]*$/u, 'Use a single line.'),
  )
/** The provider's bank details as an invoice stores them. */
export const Remittance = z.object({
  accountName: z.string().nullable().optional(),
  bankName: z.string().nullable().optional(),
  routingNumber: z.string().nullable().optional(),
  accountNumber: z.string().nullable().optional(),
  swift: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
  note: z.string().nullable().optional(),
})
/** The bank details that administrators set. */
export const RemittanceSettings = z.object({
  /** Null when they were never set. */
  details: Remittance.nullable(),
  /** The note to start with while no details are set, from the setting BANK_TRANSFER. Null without that setting. */
  initialNote: z.string().nullable(),
  /** 0 when they were never set. */
  version: z.number().int(),
  updatedAt: Instant.nullable(),
  updatedBy: Person.nullable(),
})
const SetRemittance = z.object({
  version,
  accountName: line100('Enter the name on the account.'),
  bankName: line100('Enter the name of the bank.'),
  /** Nine digits including the check digit (ABA). */
  routingNumber: z
    .string('Enter the nine-digit routing number.')
    .transform((text) => text.replace(/[\s-]/g, ''))
    .refine(isRoutingNumber, 'This routing number isn’t valid. Check the nine digits.'),
  accountNumber: z
    .string('Enter the account number.')
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => /^[A-Za-z0-9-]{4,34}$/.test(text), 'Enter 4 to 34 letters, digits or hyphens.'),
  swift: optionalText(20)
    .transform((text) => text?.replace(/\s/g, '').toUpperCase() ?? null)
    .refine(
      (text) => text === null || /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
      'Enter a SWIFT code with 8 or 11 letters and digits.',
    ),
  address: optionalText(500),
  note: optionalText(1_000),
})
const Refund = z.object({
  id: Id,
  amountCents: z.number().int(),
  reason: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Unused minutes that were removed with it. */
  minutes: z.number().int(),
  /** Null when Stripe did it. Only administrators see the user. */
  by: Person.nullable(),
  at: Instant,
})
export const Payment = z.object({
  id: Id,
  method: z.enum(['card', 'transfer']),
  status: z.enum(['pending', 'succeeded', 'failed']),
  amountCents: z.number().int(),
  refundedCents: z.number().int(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Charged automatically, without the customer present. */
  offSession: z.boolean(),
  /** Why the card was declined, in plain words. */
  failure: z.string().nullable(),
  /** The bank's reference of a transfer. */
  reference: z.string().nullable(),
  paidAt: Instant.nullable(),
  createdAt: Instant,
  refunds: z.array(Refund),
})
export const cardErrors = {
  CARD_UNAVAILABLE: { status: 422, message: 'Card payments aren’t set up. Pay by invoice instead.', data: z.any() },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: 'Stripe isn’t responding right now, and nothing was charged. Try again in a minute.',
    data: z.any(),
  },
  PAYMENT_REFUSED: {
    status: 422,
    message: 'Stripe rejected this request. Check your entries and try again, or contact support.',
    data: z.any(),
  },
}
export const StoredCard = z.object({
  /** In Stripe's spelling, such as visa or mastercard. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  expired: z.boolean(),
})
export const CardSettings = z.object({
  /** False when the provider accepts no cards. Everything is then paid by invoice. */
  available: z.boolean(),
  card: StoredCard.nullable(),
  /** The user who agreed that the card is charged, and when. */
  consent: z.object({ by: Person.nullable(), at: Instant, sentence: z.string() }).nullable(),
  /** The sentence that must be agreed to before a card is stored. */
  sentence: z.string(),
  can: z.object({ store: z.boolean(), remove: z.boolean() }),
})
/** The page on which a card is entered. unknown: Stripe isn’t responding right now. */
export const CardPage = z.object({
  id: Id,
  state: z.enum(['open', 'stored', 'canceled', 'unknown']),
  /** The page's address while it is open. */
  url: z.string().nullable(),
})
/** Kinds of payment discrepancies, from nightly reconciliation and from Stripe's events. */
export const PAYMENT_FINDING_KINDS = [
  'payment_unknown',
  'payment_missing',
  'payment_amount',
  'payment_currency',
  'payment_disputed',
  'refund_failed',
  'remittance_missing',
] as const
export const PaymentFinding = z.object({
  id: Id,
  company: NamedCompany,
  kind: z.enum(PAYMENT_FINDING_KINDS),
  title: z.string(),
  /** The expected values and those that were found, by name; for most kinds, our values and Stripe's. */
  expected: z.record(z.string(), z.unknown()),
  found: z.record(z.string(), z.unknown()),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  resolvedAt: Instant.nullable(),
  resolution: z.string().nullable(),
})

export const paymentOperations = {
  remittance: op('GET', '/remittance', {
    roles: admin,
    tag: 'billing',
    summary: 'Get the remittance details for new invoices',
  })
    .input(z.object({}))
    .output(RemittanceSettings),
  setRemittance: op('PUT', '/remittance', {
    roles: admin,
    tag: 'billing',
    summary: 'Set the remittance details for new invoices. Issued invoices keep theirs.',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'Another administrator changed the bank details. Review their changes and try again.',
        data: z.object({ current: RemittanceSettings.optional() }).optional(),
      },
    })
    .input(SetRemittance)
    .output(RemittanceSettings),
  card: op('GET', '/billing/card', {
    roles: owner,
    tag: 'billing',
    summary: 'Get the stored card and whether card payments are available',
  })
    .input(z.object({}))
    .output(CardSettings),
  storeCard: op('POST', '/billing/card', {
    secret: true,
    roles: owner,
    tag: 'billing',
    summary: 'Start storing a card. Returns the Stripe page where the card is entered.',
    creates: true,
  })
    .errors(cardErrors)
    .input(
      z.object({
        /** Agreement to the sentence that GET /billing/card returns. */
        agreed: z.literal(true, 'Authorize automatic charges before you continue.'),
      }),
    )
    .output(CardPage),
  cardPage: op('GET', '/billing/card-pages/{id}', {
    secret: true,
    roles: owner,
    tag: 'billing',
    summary: 'Get the result of storing a card. Checks with Stripe while the page is open.',
  })
    .input(z.object({ id: Id }))
    .output(CardPage),
  removeCard: op('DELETE', '/billing/card', {
    roles: owner,
    tag: 'billing',
    summary: 'Remove the stored card. Nothing is charged automatically after that.',
  }).output(CardSettings),
}
