// Stripe: checkout sessions and customers.

import { z } from 'zod'
import { admin, Id, Instant, NamedCompany, op, owner, page, pageOf } from '../base.ts'
import { Person } from '../companies/index.ts'
import { Currency, payers } from './fields.ts'
import { InvoiceRow } from './invoices.ts'
import { cardErrors, Payment, PaymentFinding, StoredCard } from './payments.ts'

const CHECKOUT_STATES = ['open', 'paid', 'processing', 'failed', 'canceled', 'unknown'] as const
export const Checkout = z.object({
  id: Id,
  /**
   * open: not paid yet. processing: Stripe is processing it and reports the result later. failed: the card was
   * declined, and another one can be tried. unknown: Stripe is not responding right now; nothing is charged twice.
   */
  state: z.enum(CHECKOUT_STATES),
  /** The payment page, while it is open. */
  url: z.string().nullable(),
  orderId: Id,
  invoiceId: Id,
  /** Null while the order waits for payment. */
  invoice: z.string().nullable(),
  title: z.string(),
  amountCents: z.number().int(),
  currency: Currency,
  /** Minutes that were bought. 0 when it is not for hours. */
  minutes: z.number().int(),
  /** Why the card was declined, in plain words. */
  failure: z.string().nullable(),
  createdAt: Instant,
})
const CUSTOMER_SORTS = ['name', 'due', 'paid'] as const
export const CustomerFilter = z.object({
  q: z.string().max(200).optional(),
  /** Whether the company has a Stripe customer. */
  customer: z.enum(['yes', 'no'], 'Use “yes” or “no”.').optional(),
  card: z.enum(['yes', 'no', 'expired'], 'Use “yes”, “no” or “expired”.').optional(),
  due: z.enum(['open', 'overdue'], 'Use “open” or “overdue”.').optional(),
  sort: z.enum(CUSTOMER_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export const CustomerRow = z.object({
  /** The id of the company. */
  id: Id,
  company: NamedCompany,
  /** Null when there is none yet. */
  stripeId: z.string().nullable(),
  card: StoredCard.nullable(),
  /** Amount due on all open invoices. */
  dueCents: z.number().int(),
  overdueCents: z.number().int(),
  currency: Currency,
  lastPayment: z
    .object({ amountCents: z.number().int(), at: Instant, method: z.enum(['card', 'transfer']) })
    .nullable(),
})
export const CustomerDetail = CustomerRow.extend({
  /** The purposes that the card may be charged for, and who agreed to them. */
  consent: z.object({ by: Person.nullable(), at: Instant, sentence: z.string() }).nullable(),
  syncedAt: Instant.nullable(),
  /** The most recent of each. The full lists are /invoices?company= and the company's page. */
  payments: z.array(Payment.extend({ invoiceId: Id, invoice: z.string().nullable() })),
  invoices: z.array(InvoiceRow),
  findings: z.array(PaymentFinding),
  can: z.object({ create: z.boolean(), link: z.boolean(), sync: z.boolean() }),
})
const StripeState = z.object({
  available: z.boolean(),
  /** Whether test mode keys, or an address other than Stripe's, are configured. */
  test: z.boolean(),
  /** The URL to which Stripe has to send events. */
  webhookUrl: z.string(),
  /** When Stripe last sent an event. */
  lastEventAt: Instant.nullable(),
  findings: z.array(PaymentFinding),
})

const adminCardErrors = {
  ...cardErrors,
  CARD_UNAVAILABLE: {
    status: 422,
    message: 'Card payments aren’t set up. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET first.',
    data: z.any(),
  },
}

export const stripeOperations = {
  checkout: op('POST', '/checkouts', {
    secret: true,
    roles: owner,
    tag: 'billing',
    summary: 'Start a card payment for an order or an open invoice. Reuses the payment page while it is open.',
    creates: true,
  })
    .errors({
      ...cardErrors,
      NOT_PAYABLE: { status: 409, message: 'Nothing is due for this order or invoice anymore.', data: z.any() },
      BELOW_CARD_MINIMUM: {
        status: 422,
        message: 'Amounts below $0.50 can’t be paid by card. Pay by bank transfer.',
        data: z.any(),
      },
      PAYMENT_RUNNING: {
        status: 409,
        message: 'The stored card is being charged for this right now. Check again in a few minutes.',
        data: z.any(),
      },
    })
    .input(
      z
        .object({
          orderId: Id.optional(),
          invoiceId: Id.optional(),
          /**
           * Whether to store the card for later charges. True also agrees to the sentence that GET /billing/card
           * returns.
           */
          keepCard: z.boolean().default(false),
        })
        .refine((v) => (v.orderId === undefined) !== (v.invoiceId === undefined), {
          message: 'Pass either an order or an invoice.',
          path: ['orderId'],
        }),
    )
    .output(Checkout),
  getCheckout: op('GET', '/checkouts/{id}', {
    secret: true,
    roles: payers,
    tag: 'billing',
    summary: 'Get the result of a card payment. Checks with Stripe while the page is open.',
  })
    .input(z.object({ id: Id }))
    .output(Checkout),
  cancelCheckout: op('POST', '/checkouts/{id}/cancel', {
    secret: true,
    roles: owner,
    tag: 'billing',
    summary: 'Cancel a card payment: closes the payment page and cancels an unpaid card order',
  })
    .errors(cardErrors)
    .input(z.object({ id: Id }))
    .output(Checkout),
  stripe: op('GET', '/stripe', {
    roles: admin,
    tag: 'billing',
    summary: 'Get the status of card payments and the discrepancies with Stripe',
  })
    .input(z.object({}))
    .output(StripeState),
  customers: op('GET', '/stripe-customers', {
    roles: admin,
    tag: 'billing',
    summary: 'List companies with their amount due, Stripe customer and card',
  })
    .input(CustomerFilter.extend(page))
    .output(pageOf(CustomerRow)),
  customer: op('GET', '/stripe-customers/{companyId}', {
    roles: admin,
    tag: 'billing',
    summary: 'Get a company’s Stripe customer, latest payments and invoices',
  })
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
  createCustomer: op('POST', '/stripe-customers/{companyId}', {
    roles: admin,
    tag: 'billing',
    summary: 'Create a Stripe customer for a company. An existing customer is kept.',
    creates: true,
  })
    .errors(adminCardErrors)
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
  linkCustomer: op('POST', '/stripe-customers/{companyId}/link', {
    roles: admin,
    tag: 'billing',
    summary: 'Link an existing Stripe customer to a company',
  })
    .errors({
      ...adminCardErrors,
      NO_CUSTOMER: { status: 422, message: 'Stripe has no customer with this ID.', data: z.any() },
      TAKEN: { status: 422, message: 'This Stripe customer is linked to another company.', data: z.any() },
    })
    .input(
      z.object({
        companyId: Id,
        stripeId: z
          .string()
          .trim()
          .regex(/^cus_[\w-]{3,250}$/, 'Enter the Stripe customer ID. It starts with cus_.'),
      }),
    )
    .output(CustomerDetail),
  syncCustomer: op('POST', '/stripe-customers/{companyId}/sync', {
    roles: admin,
    tag: 'billing',
    summary: 'Sync a customer’s card and pending payments with Stripe',
  })
    .errors({
      ...adminCardErrors,
      NO_CUSTOMER: {
        status: 422,
        message: 'This company’s Stripe customer no longer exists. Link another one.',
        data: z.any(),
      },
    })
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
}
