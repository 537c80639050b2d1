import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf, type Role } from './base.ts'
import { Person } from './companies.ts'
import { CARD_MIN_CENTS } from './rates.ts'

/** Who sees and settles what a company pays. */
const payers: Role[] = ['owner', 'admin']
const owner: Role[] = ['owner']
const admin: Role[] = ['admin']

export const INVOICE_STATES = ['open', 'paid', 'void', 'refunded'] as const
export const ORDER_SOURCES = ['purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual'] as const
export const ORDER_STATES = ['open', 'paid', 'cancelled', 'refunded'] as const
export const LINE_KINDS = ['hours', 'agreement', 'month', 'overage', 'product', 'other'] as const
export const PAY_METHODS = ['card', 'invoice'] as const
export const INVOICE_SORTS = ['issued', 'due', 'total'] as const
export const ORDER_SORTS = ['created'] as const
/** Days after the due day on which a reminder goes out. */
export const REMINDER_DAYS = [0, 7, 14] as const
/** Cents of one thing at most: a million dollars. */
export const CENTS_MAX = 100_000_000

const Company = z.object({ id: Id, name: z.string() })
const Currency = z.literal('usd')
const Day = z.iso.date('Give a day as YYYY-MM-DD.')
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Give a month as YYYY-MM.')
const Reason = z.string('Say why.').trim().min(1, 'Say why.').max(500, 'At most 500 characters.')
const Method = z.enum(PAY_METHODS, 'Choose card or invoice.')
const cents = (words: string) => z.int(words).min(1, 'At least one cent.').max(CENTS_MAX, 'At most $1,000,000.')
const version = z.coerce.number().int()

// ---- packs --------------------------------------------------------------------------------------------------------
/** Hours as they are sold. */
export const Pack = z.object({
  id: Id,
  name: z.string(),
  minutes: z.number().int(),
  priceCents: z.number().int(),
  currency: Currency,
  /** From the day on which they became usable. */
  validMonths: z.number().int(),
  position: z.number().int(),
  /** Only administrators see packs that are no longer sold. */
  archivedAt: Instant.nullable(),
  version: z.number().int(),
  can: z.object({ edit: z.boolean() }),
})
const PackFields = z.object({
  name: z
    .string('Give it a name.')
    .trim()
    .min(1, 'Give it a name.')
    .max(100, 'At most 100 characters.')
    .regex(/^[^\r\n]*$/, 'One line only.'),
  minutes: z.int('How many minutes?').min(15, 'At least 15 minutes.').max(600_000, 'At most 10,000 hours.'),
  priceCents: cents('What does it cost?').min(CARD_MIN_CENTS, 'At least $0.50: less cannot be paid by card.'),
  validMonths: z.int('For how many months?').min(1, 'At least one month.').max(60, 'At most 60 months.').default(12),
})
const packChanged = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this pack meanwhile.',
    data: z.object({ current: Pack.optional() }).optional(),
  },
}
const nameTaken = { NAME_TAKEN: { status: 422, message: 'A pack with this name is sold already.', data: z.any() } }

// ---- orders and invoices ------------------------------------------------------------------------------------------
export const OrderLine = z.object({
  id: Id,
  kind: z.enum(LINE_KINDS),
  description: z.string(),
  quantity: z.number().int(),
  unitCents: z.number().int(),
  amountCents: z.number().int(),
  /** A month, or the part of one that is billed; both days belong to it. */
  periodFrom: z.string().nullable(),
  periodTo: z.string().nullable(),
})
/** Hours that were bought with an order. */
export const BoughtHours = z.object({
  blockId: Id,
  name: z.string(),
  /** pending: bought, not usable yet. */
  state: z.enum(['pending', 'active', 'expired', 'void']),
  minutes: z.number().int(),
  remaining: z.number().int(),
  expiresOn: z.string().nullable(),
  /** Staff made them usable before they were paid. */
  released: z.boolean(),
})
const orderFields = {
  id: Id,
  number: z.number().int(),
  company: Company,
  source: z.enum(ORDER_SOURCES),
  status: z.enum(ORDER_STATES),
  /** How it was meant to be paid. */
  method: Method,
  totalCents: z.number().int(),
  currency: Currency,
  /** What was bought, in one line. */
  title: z.string(),
  /** Null: by itself (a month began, hours ran low, minutes went beyond). */
  placedBy: Person.nullable(),
  /** Null while a card order waits for its payment. */
  invoice: z
    .object({ id: Id, number: z.string(), status: z.enum(INVOICE_STATES), overdue: z.boolean(), dueOn: z.string() })
    .nullable(),
  createdAt: Instant,
}
export const OrderRow = z.object(orderFields)
export const Order = z.object({
  ...orderFields,
  lines: z.array(OrderLine),
  hours: z.array(BoughtHours),
  can: z.object({
    /** Only what is to be paid by card and was not. */
    cancel: z.boolean(),
    /** Pay it by card now. */
    pay: z.boolean(),
  }),
})

/** Who an invoice is made out to, or by; as it was on the day of issue. */
export const Party = z.object({
  name: z.string(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
})
const invoiceFields = {
  id: Id,
  /** INV-2026-0001 */
  number: z.string(),
  company: Company,
  status: z.enum(INVOICE_STATES),
  /** Open, and its due day is past. */
  overdue: z.boolean(),
  totalCents: z.number().int(),
  paidCents: z.number().int(),
  refundedCents: z.number().int(),
  /** What is still to be paid; 0 unless it is open. */
  dueCents: z.number().int(),
  currency: Currency,
  source: z.enum(ORDER_SOURCES),
  /** What it is for, in one line. */
  title: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  paidAt: Instant.nullable(),
  version: z.number().int(),
}
export const InvoiceRow = z.object(invoiceFields)
export const Refund = z.object({
  id: Id,
  amountCents: z.number().int(),
  reason: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  /** Unused minutes that were taken back with it. */
  minutes: z.number().int(),
  /** Null: by Stripe. Only administrators are told who. */
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
  /** Charged by itself, without anybody present. */
  offSession: z.boolean(),
  /** Why the card was refused, in plain words. */
  failure: z.string().nullable(),
  /** The bank's reference of a transfer. */
  reference: z.string().nullable(),
  paidAt: Instant.nullable(),
  createdAt: Instant,
  refunds: z.array(Refund),
})
export const Invoice = z.object({
  ...invoiceFields,
  order: z.object({ id: Id, number: z.number().int(), method: Method }),
  billTo: Party,
  issuedBy: Party,
  lines: z.array(OrderLine),
  hours: z.array(BoughtHours),
  payments: z.array(Payment),
  voidedAt: Instant.nullable(),
  voidReason: z.string().nullable(),
  /** Days after the due day of the last reminder. */
  reminded: z.number().int().nullable(),
  /** Automatic tries to charge the stored card. */
  charge: z.object({ attempts: z.number().int(), nextAt: Instant.nullable() }),
  can: z.object({
    /** Pay it by card now. */
    pay: z.boolean(),
    /** Mark it paid by transfer. */
    transfer: z.boolean(),
    void: z.boolean(),
    refund: z.boolean(),
    /** Make its hours usable before it is paid. */
    release: z.boolean(),
    /** Bill the months of it once more: it is void. */
    again: z.boolean(),
  }),
})

/** An invoice as it is read, with what administrators have not dealt with yet. */
export const InvoiceNow = Invoice.extend({
  /** What was given back and did not arrive: the bank sent it back. Null: nothing, or it is dealt with. */
  refundFailedCents: z.number().int().nullable(),
})

/** One act on an invoice or its order: who, when, why. */
export const InvoiceAct = z.object({
  id: z.string(),
  at: Instant,
  /** Null: the product itself. */
  actor: Person.nullable(),
  action: z.string(),
  reason: z.string().nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** The filters that the list of invoices and its CSV share. */
export const InvoiceFilter = z.object({
  /** A number, or part of a company's name. */
  q: z.string().max(200).optional(),
  company: Id.optional(),
  status: manyOf(z.enum(INVOICE_STATES)),
  overdue: z.enum(['yes'], 'This can only be "yes".').optional(),
  source: manyOf(z.enum(ORDER_SOURCES)),
  /** Day of issue. */
  from: Day.optional(),
  to: Day.optional(),
  sort: z.enum(INVOICE_SORTS).default('issued'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
export const OrderFilter = z.object({
  company: Id.optional(),
  status: manyOf(z.enum(ORDER_STATES)),
  source: manyOf(z.enum(ORDER_SOURCES)),
  sort: z.enum(ORDER_SORTS).default('created'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

const invoiceChanged = {
  CONFLICT: {
    status: 409,
    message: 'This invoice was changed meanwhile.',
    data: z.object({ current: Invoice.optional() }).optional(),
  },
}
const notOpen = { NOT_OPEN: { status: 409, message: 'This invoice is not open any more.', data: z.any() } }
const versioned = { id: Id, version }

/** What a refund would give and take. */
export const RefundProposal = z.object({
  /** Payments that money can go back to, the youngest first. */
  payments: z.array(
    Payment.pick({ id: true, method: true, amountCents: true, refundedCents: true, card: true, paidAt: true }).extend({
      /** What can be given back of it. */
      leftCents: z.number().int(),
    }),
  ),
  /** Of the hours bought with it: minutes that nobody used yet. */
  unusedMinutes: z.number().int(),
  minutes: z.number().int(),
  /** What that is worth: their share of the price. */
  unusedCents: z.number().int(),
  /** For the amount asked about: the minutes that its share takes back, never more than are unused. */
  takesMinutes: z.number().int(),
})

// ---- automatic top-up ---------------------------------------------------------------------------------------------
export const TopUpRule = z.object({
  enabled: z.boolean(),
  /** When the balance falls below so many minutes. */
  thresholdMinutes: z.number().int(),
  /** Null: it is not sold any more, and another has to be chosen. */
  pack: Pack.nullable(),
  monthlyCapCents: z.number().int(),
  /** Who is asked first; null: it is bought at once. */
  approver: Person.nullable(),
  method: Method,
  version: z.number().int(),
})
export const TOP_UP_STATES = ['proposed', 'ordered', 'declined', 'capped', 'failed'] as const
export const TopUp = z.object({
  id: Id,
  company: Company,
  state: z.enum(TOP_UP_STATES),
  /** Of the balance when it fell below. */
  balanceMinutes: z.number().int(),
  pack: z.object({ id: Id, name: z.string(), minutes: z.number().int() }),
  /** Of the order; of a proposal: what it costs now. */
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
  /** Null: never set. */
  rule: TopUpRule.nullable(),
  /** Bought by itself in this calendar month. */
  spentCents: z.number().int(),
  /** Who may be asked: the owners. */
  approvers: z.array(Person),
  /** What can be chosen as method; card only with a stored one that may be charged. */
  methods: z.array(Method),
  /** The last ones, youngest first. */
  topUps: z.array(TopUp),
  can: z.object({ edit: z.boolean() }),
})
const gone = {
  GONE: { status: 409, message: 'This was decided already.', data: z.object({ current: TopUp.optional() }).optional() },
}
const capReached = { CAP_REACHED: { status: 422, message: 'This would go above the monthly cap.', data: z.any() } }

// ---- money as a whole ---------------------------------------------------------------------------------------------
export const BillingSummary = z.object({
  company: Company,
  currency: Currency,
  /** To be paid, all open invoices together. */
  dueCents: z.number().int(),
  openInvoices: z.number().int(),
  overdueCents: z.number().int(),
  overdueInvoices: z.number().int(),
  /** The open invoice that is due first. */
  nextDue: InvoiceRow.nullable(),
  /** The stored card is charged by itself next: when and for what. */
  nextCharge: z.object({ at: Instant, amountCents: z.number().int(), invoiceId: Id, number: z.string() }).nullable(),
  /** Hours that wait for their payment. */
  pendingMinutes: z.number().int(),
  /** In this calendar year. */
  paidThisYearCents: z.number().int(),
  /** Ways to pay that the provider offers; without Stripe keys only by invoice. */
  methods: z.array(Method),
})

const Sums = z.object({
  /** Issued in the time and not voided. */
  invoicedCents: z.number().int(),
  /** Came in in the time. */
  paidCents: z.number().int(),
  /** Went back in the time. */
  refundedCents: z.number().int(),
})
const Owed = Sums.extend({ openCents: z.number().int(), overdueCents: z.number().int() })
export const Revenue = z.object({
  currency: Currency,
  from: z.string(),
  to: z.string(),
  /** Every month of the time, the oldest first. */
  months: z.array(Sums.extend({ month: z.string() })),
  /** Open and overdue are of now. */
  totals: Owed,
  /** Companies with anything in it, the most invoiced first. */
  companies: z.array(Owed.extend({ company: Company })),
})

// ---- card, checkout, customers (Stripe) ---------------------------------------------------------------------------
const cardErrors = {
  CARD_UNAVAILABLE: { status: 422, message: 'Paying by card is not set up. Pay by invoice.', data: z.any() },
  PAYMENT_UNAVAILABLE: {
    status: 503,
    message: 'The card service does not answer right now, and nothing was charged. Try again in a minute.',
    data: z.any(),
  },
  PAYMENT_REFUSED: { status: 422, message: 'The card service refused this.', data: z.any() },
}
export const StoredCard = z.object({
  /** As Stripe says it: visa, mastercard. */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  expired: z.boolean(),
})
export const CardSettings = z.object({
  /** False: the provider takes no cards; everything is paid by invoice. */
  available: z.boolean(),
  card: StoredCard.nullable(),
  /** Who allowed that it is charged, and when. */
  consent: z.object({ by: Person.nullable(), at: Instant, sentence: z.string() }).nullable(),
  /** What has to be agreed to before a card is stored. */
  sentence: z.string(),
  can: z.object({ store: z.boolean(), remove: z.boolean() }),
})
/** unknown: Stripe does not say right now. */
export const CardPage = z.object({
  id: Id,
  state: z.enum(['open', 'stored', 'cancelled', 'unknown']),
  /** Where the card is typed, while it is open. */
  url: z.string().nullable(),
})
export const CHECKOUT_STATES = ['open', 'paid', 'processing', 'failed', 'cancelled', 'unknown'] as const
export const Checkout = z.object({
  id: Id,
  /**
   * open: still to be paid. processing: Stripe has it, and says so later. failed: the card was refused, another one can be
   * tried. unknown: Stripe does not say right now; nothing is charged twice.
   */
  state: z.enum(CHECKOUT_STATES),
  /** Where it is paid, while it is open. */
  url: z.string().nullable(),
  orderId: Id,
  invoiceId: Id,
  /** Null while the order waits for its payment. */
  invoice: z.string().nullable(),
  title: z.string(),
  amountCents: z.number().int(),
  currency: Currency,
  /** Minutes that came with it; 0 for what is no hours. */
  minutes: z.number().int(),
  /** Why the card was refused, in plain words. */
  failure: z.string().nullable(),
  createdAt: Instant,
})
export const CUSTOMER_SORTS = ['name', 'due', 'paid'] as const
export const CustomerFilter = z.object({
  q: z.string().max(200).optional(),
  /** Whether the company has a customer at Stripe. */
  customer: z.enum(['yes', 'no'], 'This can be "yes" or "no".').optional(),
  card: z.enum(['yes', 'no', 'expired'], 'This can be "yes", "no" or "expired".').optional(),
  due: z.enum(['open', 'overdue'], 'This can be "open" or "overdue".').optional(),
  sort: z.enum(CUSTOMER_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
})
export const CustomerRow = z.object({
  /** The company's. */
  id: Id,
  company: Company,
  /** Null: none yet. */
  stripeId: z.string().nullable(),
  card: StoredCard.nullable(),
  /** To be paid, all open invoices together. */
  dueCents: z.number().int(),
  overdueCents: z.number().int(),
  currency: Currency,
  lastPayment: z
    .object({ amountCents: z.number().int(), at: Instant, method: z.enum(['card', 'transfer']) })
    .nullable(),
})
/** What can be wrong with payments, as nightly comparisons and what Stripe tells have it. */
export const FINDING_KINDS = [
  'payment_unknown',
  'payment_missing',
  'payment_amount',
  'payment_currency',
  'payment_disputed',
  'refund_failed',
] as const
export const PaymentFinding = z.object({
  id: Id,
  company: Company,
  kind: z.enum(FINDING_KINDS),
  title: z.string(),
  /** What we have, and what Stripe has: names and values. */
  expected: z.record(z.string(), z.unknown()),
  found: z.record(z.string(), z.unknown()),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  resolvedAt: Instant.nullable(),
  resolution: z.string().nullable(),
})
export const CustomerDetail = CustomerRow.extend({
  /** What the card was allowed for, by whom. */
  consent: z.object({ by: Person.nullable(), at: Instant, sentence: z.string() }).nullable(),
  syncedAt: Instant.nullable(),
  /** The last of each; the whole lists are /invoices?company= and the company's page. */
  payments: z.array(Payment.extend({ invoiceId: Id, invoice: z.string().nullable() })),
  invoices: z.array(InvoiceRow),
  findings: z.array(PaymentFinding),
  can: z.object({ create: z.boolean(), link: z.boolean(), sync: z.boolean() }),
})
export const StripeState = z.object({
  available: z.boolean(),
  /** Keys of Stripe's test mode, or another address than Stripe's. */
  test: z.boolean(),
  /** Where Stripe has to post what happens. */
  webhookUrl: z.string(),
  /** When Stripe told something last. */
  lastEventAt: Instant.nullable(),
  findings: z.array(PaymentFinding),
})

export const billing = {
  // ---- packs
  packs: op('GET', '/hour-packs', {
    roles: everyone,
    tag: 'billing',
    summary: 'Hours as they are sold, in their order',
  })
    .input(z.object({ archived: z.enum(['also'], 'This can only be "also".').optional() }))
    .output(z.object({ items: z.array(Pack), methods: z.array(Method) })),
  createPack: op('POST', '/hour-packs', {
    roles: admin,
    tag: 'billing',
    summary: 'Offer a new pack',
    status: 201,
    creates: true,
  })
    .errors(nameTaken)
    .input(PackFields)
    .output(Pack),
  editPack: op('PATCH', '/hour-packs/{id}', {
    roles: admin,
    tag: 'billing',
    summary: 'Change a pack; what was bought stays as it was bought',
  })
    .errors({ ...packChanged, ...nameTaken })
    .input(PackFields.extend({ validMonths: PackFields.shape.validMonths.unwrap() }).partial().extend(versioned))
    .output(Pack),
  archivePack: op('POST', '/hour-packs/{id}/archive', {
    roles: admin,
    tag: 'billing',
    summary: 'Stop selling a pack, or sell it again',
  })
    .errors({ ...packChanged, ...nameTaken })
    .input(z.object({ ...versioned, archived: z.boolean() }))
    .output(Pack),
  reorderPacks: op('PUT', '/hour-packs/order', {
    roles: admin,
    tag: 'billing',
    summary: 'Put the packs that are sold in another order: all of their ids',
  })
    .input(z.object({ ids: z.array(Id).min(1, 'Name at least one.').max(100, 'At most 100 at once.') }))
    .output(z.object({ items: z.array(Pack) })),

  // ---- orders
  order: op('POST', '/orders', {
    roles: owner,
    tag: 'billing',
    summary: 'Buy a pack of hours: by invoice it is issued at once, by card it waits for its payment',
    status: 201,
    creates: true,
  })
    .errors({
      PRICE_CHANGED: {
        status: 409,
        message: 'The price changed meanwhile. Look at it again.',
        data: z.object({ current: Pack.optional() }).optional(),
      },
      PACK_GONE: { status: 422, message: 'This pack is not sold any more. Choose another.', data: z.any() },
      CARD_UNAVAILABLE: { status: 422, message: 'Paying by card is not set up. Choose invoice.', data: z.any() },
    })
    .input(
      z.object({
        packId: Id,
        method: Method,
        /** The price that was on the screen; another one now is refused. */
        expectedCents: cents('Say the price that was shown.'),
      }),
    )
    .output(Order),
  orders: op('GET', '/orders', { roles: payers, tag: 'billing', summary: 'Orders; partners: of their own company' })
    .input(OrderFilter.extend(page))
    .output(pageOf(OrderRow)),
  getOrder: op('GET', '/orders/{id}', { roles: payers, tag: 'billing', summary: 'One order' })
    .input(z.object({ id: Id }))
    .output(Order),
  cancelOrder: op('POST', '/orders/{id}/cancel', {
    roles: payers,
    tag: 'billing',
    summary: 'Cancel an order that was to be paid by card and was not',
  })
    .errors({ NOT_CANCELLABLE: { status: 409, message: 'This order cannot be cancelled any more.', data: z.any() } })
    .input(z.object({ id: Id }))
    .output(Order),

  // ---- invoices; mails and notices lead to /settings/billing?invoice={id}, staff to /companies/{id}?tab=billing&invoice={id}
  invoices: op('GET', '/invoices', {
    roles: payers,
    tag: 'billing',
    summary: 'Invoices; partners: of their own company',
  })
    .input(InvoiceFilter.extend(page))
    .output(pageOf(InvoiceRow)),
  invoice: op('GET', '/invoices/{id}', {
    roles: payers,
    tag: 'billing',
    summary: 'One invoice with its lines, payments and hours',
  })
    .input(z.object({ id: Id }))
    .output(InvoiceNow),
  invoiceHistory: op('GET', '/invoices/{id}/history', {
    roles: admin,
    tag: 'billing',
    summary: 'Who did what with an invoice and its order, when and why; newest first',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ items: z.array(InvoiceAct) })),
  markPaid: op('POST', '/invoices/{id}/transfer', {
    roles: admin,
    tag: 'billing',
    summary: 'Record a bank transfer; the invoice is paid once the whole has come in',
    creates: true,
  })
    .errors({ ...invoiceChanged, ...notOpen })
    .input(
      z.object({
        ...versioned,
        amountCents: cents('How much came in?'),
        /** When it arrived. */
        paidOn: Day,
        reference: z
          .string('Give the bank’s reference.')
          .trim()
          .min(1, 'Give the bank’s reference.')
          .max(200, 'At most 200 characters.'),
      }),
    )
    .output(Invoice),
  writeInvoice: op('POST', '/invoices', {
    roles: admin,
    tag: 'billing',
    summary: 'Write an invoice by hand; it is issued at once, and never charged by itself',
    status: 201,
    creates: true,
  })
    .input(
      z.object({
        companyId: Id,
        /** Days until it is due. */
        paymentDays: z
          .int('In how many days is it due?')
          .min(0, 'Not in the past.')
          .max(180, 'At most 180 days.')
          .default(15),
        lines: z
          .array(
            z.object({
              description: z
                .string('Say what it is for.')
                .trim()
                .min(1, 'Say what it is for.')
                .max(500, 'At most 500 characters.'),
              quantity: z.int('How many?').min(1, 'At least one.').max(10_000, 'At most 10,000.').default(1),
              unitCents: z.int('How much for one?').min(0, 'Not below zero.').max(CENTS_MAX, 'At most $1,000,000.'),
            }),
          )
          .min(1, 'Add a line.')
          .max(50, 'At most 50 lines.'),
      }),
    )
    .output(Invoice),
  billAgain: op('POST', '/invoices/{id}/again', {
    roles: admin,
    tag: 'billing',
    summary: 'Bill the months of a voided invoice once more, as they were, under a new number',
    status: 201,
    creates: true,
  })
    .errors({
      ...invoiceChanged,
      NOT_AGAIN: {
        status: 409,
        message: 'Only months that were voided can be billed again, and each invoice once.',
        data: z.any(),
      },
    })
    .input(z.object(versioned))
    .output(Invoice),
  voidInvoice: op('POST', '/invoices/{id}/void', {
    roles: admin,
    tag: 'billing',
    summary: 'Void an invoice on which nothing was paid: its waiting hours go, its number stays',
  })
    .errors({
      ...invoiceChanged,
      ...notOpen,
      PAID_IN_PART: { status: 409, message: 'Something was paid on it. Refund that first.', data: z.any() },
      PAYMENT_PENDING: {
        status: 409,
        message: 'A card payment is on its way. Wait until it is decided.',
        data: z.any(),
      },
    })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Invoice),
  refundProposal: op('GET', '/invoices/{id}/refund', {
    roles: admin,
    tag: 'billing',
    summary: 'What can be given back, and which minutes that takes back',
  })
    .input(z.object({ id: Id, amountCents: z.coerce.number().int().min(1).max(CENTS_MAX).optional() }))
    .output(RefundProposal),
  refund: op('POST', '/invoices/{id}/refund', {
    roles: admin,
    tag: 'billing',
    summary: 'Give money back: a card payment through Stripe, a transfer as recorded; takes back unused minutes',
    creates: true,
  })
    .errors({
      ...invoiceChanged,
      NOT_REFUNDABLE: { status: 409, message: 'Nothing of this invoice can be refunded.', data: z.any() },
      CARD_UNAVAILABLE: {
        status: 422,
        message: 'Card payments are not set up, so Stripe cannot be told.',
        data: z.any(),
      },
    })
    .input(
      z.object({
        ...versioned,
        /** Which payment; without: the youngest with enough left. */
        paymentId: Id.optional(),
        amountCents: cents('How much goes back?'),
        /** Unused minutes to take back; without: the share of the amount. */
        minutes: z.int('Whole minutes.').min(0, 'Not below zero.').max(600_000, 'At most 10,000 hours.').optional(),
        reason: Reason,
      }),
    )
    .output(Invoice),
  releaseHours: op('POST', '/invoices/{id}/release', {
    roles: admin,
    tag: 'billing',
    summary: 'Make the hours of an open invoice usable before it is paid',
  })
    .errors({ ...invoiceChanged, NOTHING_TO_RELEASE: { status: 409, message: 'No hours of it wait.', data: z.any() } })
    .input(z.object({ ...versioned, reason: Reason }))
    .output(Invoice),

  // ---- automatic top-up
  topUp: op('GET', '/top-up', {
    roles: payers,
    tag: 'billing',
    summary: 'How hours come by themselves; administrators name the company',
  })
    .input(z.object({ companyId: Id.optional() }))
    .output(TopUpSettings),
  setTopUp: op('PUT', '/top-up', {
    roles: owner,
    tag: 'billing',
    summary: 'Have hours bought when the balance falls below a threshold, or stop it',
  })
    .errors({
      CONFLICT: {
        status: 409,
        message: 'Somebody else changed this meanwhile.',
        data: z.object({ current: TopUpSettings.optional() }).optional(),
      },
      PACK_GONE: { status: 422, message: 'This pack is not sold any more. Choose another.', data: z.any() },
      NO_CARD: { status: 422, message: 'Store a card that may be charged first, or choose invoice.', data: z.any() },
      NO_OWNER: { status: 422, message: 'Choose an owner of your company.', data: z.any() },
      CAP_TOO_LOW: { status: 422, message: 'The cap is below the price of one pack.', data: z.any() },
    })
    .input(
      z.object({
        /** 0: it was never set. */
        version,
        enabled: z.boolean('Say yes or no.'),
        thresholdMinutes: z
          .int('Below how many minutes?')
          .min(15, 'At least 15 minutes.')
          .max(600_000, 'At most 10,000 hours.'),
        packId: Id,
        monthlyCapCents: cents('How much a month at most?'),
        approverId: Id.nullable(),
        method: Method,
      }),
    )
    .output(TopUpSettings),
  approveTopUp: op('POST', '/top-ups/{id}/approve', {
    roles: owner,
    tag: 'billing',
    summary: 'Buy what was proposed, at the price that was shown',
  })
    .errors({
      ...gone,
      ...capReached,
      PACK_GONE: { status: 422, message: 'This pack is not sold any more. Choose another.', data: z.any() },
      PRICE_CHANGED: {
        status: 409,
        message: 'The price changed meanwhile. Look at it again.',
        data: z.object({ current: TopUp.optional() }).optional(),
      },
    })
    .input(z.object({ id: Id, expectedCents: cents('Say the price that was shown.') }))
    .output(TopUp),
  declineTopUp: op('POST', '/top-ups/{id}/decline', {
    roles: owner,
    tag: 'billing',
    summary: 'Do not buy what was proposed',
  })
    .errors(gone)
    .input(z.object({ id: Id }))
    .output(TopUp),

  // ---- money as a whole
  summary: op('GET', '/billing/summary', {
    roles: payers,
    tag: 'billing',
    summary: 'What is due, what is overdue, what is charged next; administrators name the company',
  })
    .input(z.object({ companyId: Id.optional() }))
    .output(BillingSummary),
  revenue: op('GET', '/billing/revenue', {
    roles: admin,
    tag: 'billing',
    summary: 'Invoiced, paid and refunded by month, open and overdue now; per company',
  })
    .input(z.object({ from: Month.optional(), to: Month.optional(), company: Id.optional() }))
    .output(Revenue),

  // ---- card, checkout, customers (Stripe)
  card: op('GET', '/billing/card', {
    roles: owner,
    tag: 'billing',
    summary: 'The stored card, and whether cards can be used at all',
  })
    .input(z.object({}))
    .output(CardSettings),
  storeCard: op('POST', '/billing/card', {
    roles: owner,
    tag: 'billing',
    summary: 'Begin to store a card: the page at Stripe on which it is typed',
    creates: true,
  })
    .errors(cardErrors)
    .input(
      z.object({
        /** To the sentence that GET /billing/card tells. */
        agreed: z.literal(true, 'Agree to it first.'),
      }),
    )
    .output(CardPage),
  cardPage: op('GET', '/billing/card-pages/{id}', {
    roles: owner,
    tag: 'billing',
    summary: 'What became of storing a card; asks Stripe while it is open',
  })
    .input(z.object({ id: Id }))
    .output(CardPage),
  removeCard: op('DELETE', '/billing/card', {
    roles: owner,
    tag: 'billing',
    summary: 'Forget the stored card: nothing is charged by itself any more',
  })
    .errors(cardErrors)
    .output(CardSettings),
  checkout: op('POST', '/checkouts', {
    roles: owner,
    tag: 'billing',
    summary: 'Pay an order or an open invoice by card: the page at Stripe; the same one while it is open',
    creates: true,
  })
    .errors({
      ...cardErrors,
      NOT_PAYABLE: { status: 409, message: 'There is nothing to pay here any more.', data: z.any() },
      BELOW_CARD_MINIMUM: {
        status: 422,
        message: 'Less than $0.50 cannot be paid by card. Pay it by transfer.',
        data: z.any(),
      },
      PAYMENT_RUNNING: {
        status: 409,
        message: 'The stored card is being charged for this just now. Look again in a few minutes.',
        data: z.any(),
      },
    })
    .input(
      z
        .object({
          orderId: Id.optional(),
          invoiceId: Id.optional(),
          /** Keep the card for later charges, agreeing to the sentence that GET /billing/card tells. */
          keepCard: z.boolean().default(false),
        })
        .refine((v) => (v.orderId === undefined) !== (v.invoiceId === undefined), {
          message: 'Name an order or an invoice.',
          path: ['orderId'],
        }),
    )
    .output(Checkout),
  getCheckout: op('GET', '/checkouts/{id}', {
    roles: payers,
    tag: 'billing',
    summary: 'What became of a payment by card; asks Stripe while it is open',
  })
    .input(z.object({ id: Id }))
    .output(Checkout),
  cancelCheckout: op('POST', '/checkouts/{id}/cancel', {
    roles: owner,
    tag: 'billing',
    summary: 'Do not pay after all: closes the page; an order that was to be paid by card is cancelled',
  })
    .errors(cardErrors)
    .input(z.object({ id: Id }))
    .output(Checkout),
  stripe: op('GET', '/stripe', {
    roles: admin,
    tag: 'billing',
    summary: 'Whether card payments are set up, and what the nightly comparison with Stripe found',
  })
    .input(z.object({}))
    .output(StripeState),
  customers: op('GET', '/stripe-customers', {
    roles: admin,
    tag: 'billing',
    summary: 'Companies with what they owe, their customer at Stripe and its card',
  })
    .input(CustomerFilter.extend(page))
    .output(pageOf(CustomerRow)),
  customer: op('GET', '/stripe-customers/{companyId}', {
    roles: admin,
    tag: 'billing',
    summary: 'One company: customer at Stripe, last payments and invoices',
  })
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
  createCustomer: op('POST', '/stripe-customers/{companyId}', {
    roles: admin,
    tag: 'billing',
    summary: 'Make a customer at Stripe for a company; one that it has is kept',
    creates: true,
  })
    .errors(cardErrors)
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
  linkCustomer: op('POST', '/stripe-customers/{companyId}/link', {
    roles: admin,
    tag: 'billing',
    summary: 'Use a customer that is at Stripe already',
  })
    .errors({
      ...cardErrors,
      NO_CUSTOMER: { status: 422, message: 'Stripe knows no such customer.', data: z.any() },
      TAKEN: { status: 422, message: 'This customer belongs to another company.', data: z.any() },
    })
    .input(
      z.object({
        companyId: Id,
        stripeId: z
          .string()
          .trim()
          .regex(/^cus_[\w-]{3,250}$/, 'It begins with cus_, as Stripe shows it.'),
      }),
    )
    .output(CustomerDetail),
  syncCustomer: op('POST', '/stripe-customers/{companyId}/sync', {
    roles: admin,
    tag: 'billing',
    summary: 'Ask Stripe for the card of a customer, and what became of payments that are open here',
  })
    .errors({
      ...cardErrors,
      NO_CUSTOMER: {
        status: 422,
        message: 'Stripe has no customer for this company any more. Link another.',
        data: z.any(),
      },
    })
    .input(z.object({ companyId: Id }))
    .output(CustomerDetail),
}
