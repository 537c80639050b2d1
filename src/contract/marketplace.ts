import { z } from 'zod'
import { everyone, Id, Instant, manyOf, op, page, pageOf } from './base.ts'
import { CENTS_MAX, INVOICE_STATES, PAY_METHODS } from './billing.ts'

export const CATEGORIES = [
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
/** `best` is by how well the words fit and only with words; `popular` is what most companies run, then as staff ordered it. */
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
/** Products on one numbered page. */
export const PAGE_SIZE = 18

export const Category = z.enum(CATEGORIES, 'Choose a category.')
export const Audience = z.enum(AUDIENCES, 'Choose an audience.')
export const PriceModel = z.enum(PRICE_MODELS, 'Choose a price model.')
export const Slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'This is not the address of a product.')

/** One question of the form that is filled in after the purchase. */
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
  category: z.object({ key: Category, name: z.string() }),
  audience: z.array(Audience),
  /** Tools that it connects, by the names their makers use. */
  integrations: z.array(z.string()),
  priceModel: PriceModel,
  /** Null on request. */
  priceCents: z.number().int().nullable(),
  currency: z.string(),
  /** Working days from finished intake to the first run. */
  setupDays: z.number().int(),
  /** Minutes that one run takes by hand, and how often it runs in a month at a typical customer. */
  minutesPerRun: z.number().int(),
  runsPerMonth: z.number().int(),
  publishedAt: Instant,
})

export const Product = ProductRow.extend({
  problem: z.string(),
  steps: z.array(z.string()),
  needs: z.array(z.string()),
  included: z.array(z.string()),
  /** What it leaves to people on purpose. */
  limits: z.array(z.string()),
  /** Why one run takes that many minutes by hand. */
  minutesWhy: z.string(),
  intake: z.array(IntakeField),
  /** Of the same category or with the same tools, nearest first. */
  similar: z.array(ProductRow),
  updatedAt: Instant,
})

const integration = z.string().min(1).max(60)
/** Several values of one filter widen it, different filters narrow each other. */
const filter = {
  /** Words, perhaps misspelt or only begun. */
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  category: manyOf(Category),
  integration: manyOf(integration),
  audience: manyOf(Audience),
  price: manyOf(PriceModel),
  /** Left out: `best` with words, else `popular`. */
  sort: z.enum(PRODUCT_SORTS, 'Choose an order.').optional(),
}
export const ProductFilter = z.object(filter)

/** How many products a choice would show beside the other filters. */
const count = z.object({ key: z.string(), name: z.string(), count: z.number().int() })

/** What a product costs whoever reads it now, and what stands in the way of buying it. */
export const Offer = z.object({
  product: ProductRow,
  /** Due with the order: the price, or of a monthly product the rest of this month. */
  todayCents: z.number().int(),
  /**
   * The days that a monthly product's first amount is for; both belong to it. `days` of `ofDays` are in the month that runs;
   * where their part alone is less than a card can be charged, the whole month from `wholeFrom` on is in it too.
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
  /** Of a monthly product: what each month costs from which day on. */
  monthly: z.object({ cents: z.number().int(), on: z.string() }).nullable(),
  methods: z.array(z.enum(PAY_METHODS)),
  /** Days until an invoice is due. */
  paymentDays: z.number().int(),
  /** A monthly product is an agreement: the exact text, its checksum, and the sentence that goes with a signature. */
  agreement: z.object({ body: z.string(), sha256: z.string(), consent: z.string() }).nullable(),
  /** Where the company has it already, or has ordered it. */
  had: z.array(z.object({ id: Id, name: z.string(), status: z.string() })),
  /** Orders by card that nobody has paid yet. */
  unpaid: z.array(z.object({ orderId: Id, number: z.number().int() })),
  /** Who can buy it, by name. */
  owners: z.array(z.string()),
  /** The owners were asked today. */
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
  'cancelled',
  'refunded',
] as const
/** An order of a product and what became of its money. */
export const Purchase = z.object({
  orderId: Id,
  orderNumber: z.number().int(),
  /**
   * ordered: by invoice, not paid yet. open: by card, and nobody has paid. failed: the card was refused. unknown: Stripe does
   * not answer just now.
   */
  state: z.enum(PURCHASE_STATES),
  /** Of a paid one: what was given back and did not arrive. Null: nothing, or it is dealt with. */
  refundFailedCents: z.number().int().nullable(),
  /** What was bought, as it stands on the invoice. */
  title: z.string(),
  totalCents: z.number().int(),
  currency: z.string(),
  method: z.enum(PAY_METHODS),
  createdAt: Instant,
  invoice: z.object({ id: Id, number: z.string(), status: z.enum(INVOICE_STATES), dueOn: z.string() }).nullable(),
  /** The page at Stripe that is open, and why it was refused there. */
  payment: z.object({ url: z.string().nullable(), failure: z.string().nullable() }).nullable(),
  product: z.object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    setupDays: z.number().int(),
    published: z.boolean(),
  }),
  agreement: z.object({ id: Id, number: z.number().int() }).nullable(),
  /** Null until it is paid for, or its invoice is issued. */
  installationId: Id.nullable(),
  can: z.object({ pay: z.boolean(), cancel: z.boolean() }),
})

const cents = (words: string) => z.int(words).min(1, words).max(CENTS_MAX, words)
/** What an owner orders. */
export const NewPurchase = z.object({
  slug: Slug,
  method: z.enum(PAY_METHODS, 'Choose card or invoice.'),
  /** The price that was on the screen, and what of it is due with the order; others now are refused. */
  expectedCents: cents('Say the price that was shown.'),
  expectedTodayCents: cents('Say what was shown as due today.'),
  terms: z.literal(true, 'Accept the terms to order.'),
  /** It is there already, and another one is wanted. */
  another: z.boolean().default(false),
  /** A monthly product: the signature, and the checksum of the text that was on the screen. */
  signature: z
    .object({
      name: z
        .string('Type your full name.')
        .trim()
        .min(1, 'Type your full name.')
        .max(100, 'At most 100 characters.')
        .regex(/^[^\p{Cc}]*$/u, 'One line only.')
        .refine((name) => [...name].length >= 2, 'Type your full name.'),
      /** The sentence that was ticked, word by word. */
      consent: z.string('Tick the sentence above to sign.').max(1_000),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a checksum.'),
    })
    .optional(),
})
const offered = z.object({ current: Offer.optional() }).optional()

export const marketplace = {
  list: op('GET', '/products', {
    roles: [],
    tag: 'marketplace',
    summary: 'Automations that can be bought, by words and filters',
  })
    .input(ProductFilter.extend(page))
    .output(pageOf(ProductRow).extend({ instead: z.string().nullable() })),
  browse: op('GET', '/marketplace', {
    roles: [],
    tag: 'marketplace',
    summary: 'The marketplace as its page shows it: a numbered page, and how many products each filter would show',
  })
    .input(ProductFilter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }))
    .output(
      z.object({
        items: z.array(ProductRow),
        /** The page that is shown: the last one where a later one was asked for. */
        page: z.number().int(),
        pages: z.number().int(),
        /** Products that pass words and filters, those that pass the words alone, and all there are. */
        total: z.number().int(),
        found: z.number().int(),
        all: z.number().int(),
        /** How the words were read: as they are, mended, or only some of them were found. */
        how: z.enum(['all', 'mended', 'some']),
        /** The words as they were read where they had to be mended. */
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
    summary: 'One product with everything its page says',
  })
    .input(z.object({ slug: Slug }))
    .output(Product),
  addresses: op('GET', '/marketplace/addresses', {
    roles: [],
    tag: 'marketplace',
    summary: 'The addresses of all products, with the day of the last change',
  }).output(z.object({ items: z.array(z.object({ slug: z.string(), updatedAt: Instant })) })),
  offer: op('GET', '/products/{slug}/offer', {
    roles: everyone,
    tag: 'marketplace',
    summary: 'What a product costs the reader’s company now: due today, due each month, how to pay, what is signed',
  })
    .input(z.object({ slug: Slug }))
    .output(Offer),
  order: op('POST', '/purchases', {
    roles: ['owner'],
    tag: 'marketplace',
    summary:
      'Buy an automation: by invoice it begins at once, by card when it is paid; a monthly one is signed with it',
    status: 201,
    creates: true,
  })
    .errors({
      PRODUCT_GONE: { status: 422, message: 'This automation is not sold any more.', data: z.any() },
      ON_REQUEST: { status: 422, message: 'This automation has no fixed price. Request a quote.', data: z.any() },
      PRICE_CHANGED: {
        status: 409,
        message: 'The price changed meanwhile. Look at it again.',
        data: offered,
      },
      TEXT_CHANGED: {
        status: 409,
        message: 'The agreement changed meanwhile. Read it again.',
        data: offered,
      },
      ALREADY_BOUGHT: {
        status: 409,
        message: 'Your company has this automation already. Say that you want another one.',
        data: offered,
      },
      CARD_UNAVAILABLE: { status: 422, message: 'Paying by card is not set up. Choose invoice.', data: z.any() },
    })
    .input(NewPurchase)
    .output(Purchase),
  purchase: op('GET', '/purchases/{id}', {
    roles: ['owner', 'admin'],
    tag: 'marketplace',
    summary: 'What became of a purchase; named by its order, by its payment page, or by Stripe’s name of that page',
  })
    .input(z.object({ id: z.string().max(255) }))
    .output(Purchase),
  askOwner: op('POST', '/products/{slug}/ask-owner', {
    roles: ['member'],
    tag: 'marketplace',
    summary: 'Ask the owners of the own company to buy a product; they are told once a day',
  })
    .input(z.object({ slug: Slug }))
    .output(z.object({ asked: z.literal(true) })),
}
