import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf } from './base.ts'
import { CENTS_MAX, INVOICE_STATES, PAY_METHODS } from './billing/index.ts'
import { Commitment, signer } from './signing.ts'

export const PRODUCT_CATEGORIES = [
  'psa',
  'rmm',
  'microsoft-365',
  'identity',
  'documentation',
  'billing',
  'security',
  'backup',
  'onboarding',
  'sales',
  'voice',
  'reporting',
] as const
export const AUDIENCES = ['msp', 'business', 'vendor'] as const
export const PRICE_MODELS = ['one_time', 'monthly', 'quote'] as const
/**
 * `best` sorts by relevance and needs search words. `popular` sorts by the number of companies that run a product, then
 * by the order that staff set.
 */
export const PRODUCT_SORTS = ['best', 'popular', 'new', 'name'] as const
export const INTAKE_TYPES = [
  'text',
  'long_text',
  'number',
  'choice',
  'choices',
  'yes_no',
  'email',
  'url',
  'date',
] as const
/** Products per numbered page. */
export const PAGE_SIZE = 18

export const ProductCategory = z.enum(PRODUCT_CATEGORIES, 'Choose a category.')
export const Audience = z.enum(AUDIENCES, 'Choose an audience.')
export const PriceModel = z.enum(PRICE_MODELS, 'Choose a price model.')
export const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'This is not the URL of a product.')

/** One question of the intake form that is filled in after the purchase. */
export const IntakeField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(INTAKE_TYPES),
  help: z.string().optional(),
  required: z.boolean(),
  options: z.array(z.string()).optional(),
})

export const ProductRow = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  promise: z.string(),
  category: z.object({ key: ProductCategory, name: z.string() }),
  audience: z.array(Audience),
  /** Names of the tools that it connects, as their makers spell them. */
  integrations: z.array(z.string()),
  priceModel: PriceModel,
  /** Null when the price is on request. */
  priceCents: z.number().int().nullable(),
  currency: z.string(),
  /** Business days from the completed setup questions to the first run. */
  setupDays: z.number().int(),
  /** Minutes that one run would take manually, and runs per month at a typical customer. */
  minutesPerRun: z.number().int(),
  runsPerMonth: z.number().int(),
  publishedAt: Instant,
})

export const Product = ProductRow.extend({
  problem: z.string(),
  steps: z.array(z.string()),
  needs: z.array(z.string()),
  included: z.array(z.string()),
  /** The work that is left to people. */
  limits: z.array(z.string()),
  /** Why one run would take that many minutes manually. */
  minutesWhy: z.string(),
  intake: z.array(IntakeField),
  /** Products of the same category or with the same tools, most similar first. */
  similar: z.array(ProductRow),
  updatedAt: Instant,
})

const integration = z.string().min(1).max(60)
/** Several values of one filter are alternatives. Different filters all have to match. */
const filter = {
  /** Search words. They may be misspelled or incomplete. */
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  category: manyOf(ProductCategory),
  integration: manyOf(integration),
  audience: manyOf(Audience),
  price: manyOf(PriceModel),
  /** Default: `best` with search words, otherwise `popular`. */
  sort: z.enum(PRODUCT_SORTS, 'Choose a sort order.').optional(),
}
export const ProductFilter = z.object(filter)

/** The number of products that a filter option would show, given the other filters. */
const count = z.object({ key: z.string(), name: z.string(), count: z.number().int() })

/** The price of a product for the reader's company now, and what prevents the reader from buying it. */
export const Offer = z.object({
  product: ProductRow,
  /** The amount due with the order: the price or, for a monthly product, the amount for `period`. */
  todayCents: z.number().int(),
  /**
   * The days, both included, that the first amount of a monthly product covers. `days` of `ofDays` are in the current
   * month. When the amount for these days alone is below the minimum that a card can be charged, the full month that
   * starts on `wholeFrom` is included too.
   */
  period: z
    .object({
      from: z.string(),
      to: z.string(),
      days: z.number().int(),
      ofDays: z.number().int(),
      wholeFrom: z.string().nullable(),
    })
    .nullable(),
  /** For a monthly product: the price per month, and the day from which it applies. */
  monthly: z.object({ cents: z.number().int(), on: z.string() }).nullable(),
  methods: z.array(z.enum(PAY_METHODS)),
  /** Days until an invoice is due. */
  paymentDays: z.number().int(),
  /**
   * A monthly product is bought with an agreement: its exact text and checksum, the consent sentence of the signature,
   * and what it commits to.
   */
  agreement: z.object({ body: z.string(), sha256: z.string(), consent: z.string(), commitment: Commitment }).nullable(),
  /** Automations of this product that the company already has, including ordered ones. */
  had: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  /** Card orders that are not paid yet. */
  unpaid: z.array(z.object({ orderId: Id, number: z.number().int() })),
  /** Names of the users who can buy it. */
  owners: z.array(z.string()),
  /** Whether the owners were asked today. */
  asked: z.boolean(),
  can: z.object({ buy: z.boolean(), ask: z.boolean() }),
})

export const PURCHASE_STATES = [
  'paid',
  'ordered',
  'open',
  'processing',
  'failed',
  'unknown',
  'canceled',
  'refunded',
] as const
/** An order of a product and the state of its payment. */
export const Purchase = z.object({
  orderId: Id,
  orderNumber: z.number().int(),
  /**
   * ordered: by invoice, not paid yet. open: by card, not paid yet. failed: the card was declined. unknown: Stripe does
   * not respond right now.
   */
  state: z.enum(PURCHASE_STATES),
  /** For a paid order: the refunded amount that could not be delivered. Null when there is none or it is resolved. */
  refundFailedCents: z.number().int().nullable(),
  /** The bought item, as named on the invoice. */
  title: z.string(),
  totalCents: z.number().int(),
  currency: z.string(),
  method: z.enum(PAY_METHODS),
  createdAt: Instant,
  invoice: z.object({ id: Id, number: z.string(), status: z.enum(INVOICE_STATES), dueOn: z.string() }).nullable(),
  /** The open payment page at Stripe, and why the card was declined there. */
  payment: z.object({ url: z.string().nullable(), failure: z.string().nullable() }).nullable(),
  product: z.object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    setupDays: z.number().int(),
    published: z.boolean(),
  }),
  agreement: z.object({ id: Id, number: z.number().int() }).nullable(),
  /** Null until the order is paid or its invoice is issued. */
  installationId: Id.nullable(),
  can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
})

const cents = (words: string) => z.int(words).min(1, words).max(CENTS_MAX, words)
/** An order by an owner. */
export const NewPurchase = z.object({
  slug: Slug,
  method: z.enum(PAY_METHODS, 'Choose card or invoice.'),
  /**
   * The price that was on the screen, and the part of it that is due with the order. The order is rejected when they
   * have changed.
   */
  expectedCents: cents('Include the price that was shown on the screen.'),
  expectedTodayCents: cents('Include the amount that was shown as due today.'),
  terms: z.literal(true, 'Accept the terms to order.'),
  /** Set to buy it again although the company already has it. */
  another: z.boolean().default(false),
  /** For a monthly product: the signature, and the checksum of the text that was on the screen. */
  signature: z.object(signer).optional(),
})
const offered = z.object({ current: Offer.optional() }).optional()

export const marketplace = {
  list: op('GET', '/products', {
    roles: [],
    tag: 'marketplace',
    summary: 'List the automations that are for sale, by search words and filters',
  })
    .input(ProductFilter.extend(page))
    .output(pageOf(ProductRow).extend({ instead: z.string().nullable() })),
  browse: op('GET', '/marketplace', {
    roles: [],
    tag: 'marketplace',
    summary: 'Get a numbered page of the marketplace, with the number of products for each filter',
  })
    .input(ProductFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        items: z.array(ProductRow),
        /** The page that is returned: the last one when a later page was requested. */
        page: z.number().int(),
        pages: z.number().int(),
        /**
         * `total`: products that match words and filters. `found`: those that match the words only. `all`: all
         * products.
         */
        total: z.number().int(),
        found: z.number().int(),
        all: z.number().int(),
        /** Which search words matched: all, all after spelling corrections, or only some. */
        how: z.enum(['all', 'corrected', 'some']),
        /** The corrected search words, if they had to be corrected. */
        instead: z.string().nullable(),
        counts: z.object({
          category: z.array(count),
          integration: z.array(count),
          audience: z.array(count),
          price: z.array(count),
        }),
      }),
    ),
  get: op('GET', '/products/{slug}', {
    roles: [],
    tag: 'marketplace',
    summary: 'Get a product with all contents of its page',
  })
    .input(z.object({ slug: Slug }))
    .output(Product),
  addresses: op('GET', '/marketplace/addresses', {
    roles: [],
    tag: 'marketplace',
    summary: 'List the URLs of all products, with the date of the last change',
  }).output(z.object({ items: z.array(z.object({ slug: z.string(), updatedAt: Instant })) })),
  offer: op('GET', '/products/{slug}/offer', {
    roles: everyone,
    tag: 'marketplace',
    summary: 'Get what a product costs your company: due today, due each month, payment methods and agreement',
  })
    .input(z.object({ slug: Slug }))
    .output(Offer),
  order: op('POST', '/purchases', {
    secret: true,
    roles: ['owner'],
    tag: 'marketplace',
    summary: 'Buy an automation. Card orders start once they are paid. Monthly automations need a signature.',
    status: 201,
    creates: true,
  })
    .errors({
      PRODUCT_GONE: { status: 422, message: 'This automation is no longer sold. Choose another one.', data: z.any() },
      ON_REQUEST: { status: 422, message: 'This automation has no fixed price. Request a quote.', data: z.any() },
      PRICE_CHANGED: {
        status: 409,
        message: 'The price has changed. Review the new price and try again.',
        data: offered,
      },
      TEXT_CHANGED: {
        status: 409,
        message: 'The agreement has changed. Read it again before you sign it.',
        data: offered,
      },
      ALREADY_BOUGHT: {
        status: 409,
        message: 'Your company already has or ordered this automation. Confirm that you want another one.',
        data: offered,
      },
      CARD_UNAVAILABLE: {
        status: 422,
        message: 'Card payments aren’t available for this order. Pay by invoice instead.',
        data: z.any(),
      },
    })
    .input(NewPurchase)
    .output(Purchase),
  purchase: op('GET', '/purchases/{id}', {
    secret: true,
    roles: ['owner', 'admin'],
    tag: 'marketplace',
    summary: 'Get the state of a purchase by the ID of its order, its checkout session or its Stripe session',
  })
    .input(z.object({ id: z.string().max(255) }))
    .output(Purchase),
  askOwner: op('POST', '/products/{slug}/ask-owner', {
    roles: ['member'],
    tag: 'marketplace',
    summary: 'Ask the owners of your company to buy a product. They are notified at most once a day per product.',
  })
    .input(z.object({ slug: Slug }))
    .output(z.object({ asked: z.literal(true) })),
}
