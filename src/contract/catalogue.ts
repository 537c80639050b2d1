// What staff do with the catalogue: the other side of marketplace.ts, which is what the public may read.
import { z } from 'zod'
import { Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies.ts'
import { AUDIENCES, Audience, Category, INTAKE_TYPES, PriceModel, Product, ProductRow, Slug } from './marketplace.ts'

const admin = ['admin'] as const

export const PRODUCT_STATES = ['draft', 'published', 'archived'] as const
export const CATALOGUE_SORTS = ['position', 'popular', 'name', 'updated'] as const
export const ProductStatus = z.enum(PRODUCT_STATES, 'Choose a status.')

/** Lines of a list that a product's page shows, and questions that it asks, at most. */
export const LINES_MAX = 12
export const QUESTIONS_MAX = 30
export const TOOLS_MAX = 12
export const OPTIONS_MAX = 30

const oneLine = /^[^\p{Cc}]*$/u
const Line = (max: number, words: string) =>
  z
    .string(words)
    .trim()
    .min(1, words)
    .max(max, `At most ${max.toLocaleString('en-US')} characters.`)
    .regex(oneLine, 'One line only.')
const Lines = (words: string) =>
  z.array(Line(400, 'Write something here, or remove the line.')).min(1, words).max(LINES_MAX, `At most ${LINES_MAX}.`)
const Whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `At most ${max.toLocaleString('en-US')}.`)

/** Words that ask for what must never lie in an answer. */
const SECRET =
  /\b(pass(word|phrase|code|wd)s?|pwd|secrets?|tokens?|api[\s_-]?keys?|private[\s_-]?keys?|access[\s_-]?keys?|license[\s_-]?keys?|recovery[\s_-]?codes?|pin[\s_-]?codes?)\b/i
/** Where something is kept, and by whom, may be asked. */
const PLACE = /^\s*(where|who|whose)\b/i
/** Whether a question asks for a secret, and not for the place where it is kept. */
export const asksForSecret = (label: string): boolean => SECRET.test(label) && !PLACE.test(label)
const NO_SECRETS =
  'Answers are read by people and kept for years: never ask for a secret. Ask where it is kept, such as “Where is the API user kept?”, and add it as a connection.'

/** A question as staff write it. The name is made of the label when there is none, and stays when the label changes. */
const IntakeQuestion = z
  .object({
    name: z
      .string()
      .max(60)
      .regex(/^[a-z][a-z0-9_]*$/, 'Small letters, digits and underscores.')
      .optional(),
    label: Line(200, 'Write the question.').refine((label) => !asksForSecret(label), NO_SECRETS),
    type: z.enum(INTAKE_TYPES, 'Choose a kind of answer.'),
    help: Line(400, 'Write a hint, or leave it out.').optional(),
    required: z.boolean('Say yes or no.'),
    options: z
      .array(Line(120, 'Write the choice, or remove it.'))
      .max(OPTIONS_MAX, `At most ${OPTIONS_MAX} choices.`)
      .optional(),
  })
  .superRefine((q, context) => {
    const chooses = q.type === 'choice' || q.type === 'choices'
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['options'], message })
    if (chooses && (q.options?.length ?? 0) < 2) say('Give at least two choices.')
    if (!chooses && (q.options?.length ?? 0) > 0) say('Only questions with choices have them.')
    if (chooses && new Set(q.options?.map((o) => o.toLowerCase())).size !== (q.options?.length ?? 0))
      say('A choice stands here twice.')
  })

const distinct = (all: readonly string[]) => new Set(all.map((one) => one.toLowerCase())).size === all.length

const written = {
  name: Line(60, 'Give it a name of at most 60 characters.'),
  promise: Line(120, 'Say in one sentence what it does.'),
  category: Category,
  audience: z
    .array(Audience)
    .min(1, 'Choose for whom it is.')
    .max(AUDIENCES.length)
    .refine(distinct, 'Choose each once.'),
  /** Tools that it connects, by the names their makers use. */
  integrations: z
    .array(Line(60, 'Write the name of the tool.'))
    .min(1, 'Name at least one tool.')
    .max(TOOLS_MAX, `At most ${TOOLS_MAX} tools.`)
    .refine(distinct, 'A tool is named twice.'),
  problem: z
    .string('Say what the problem is.')
    .trim()
    .min(1, 'Say what the problem is.')
    .max(1_000, 'At most 1,000 characters.'),
  steps: Lines('Say what it does, in at least one step.'),
  needs: Lines('Say what it needs.'),
  included: Lines('Say what is included.'),
  limits: Lines('Say where it stops.'),
  priceModel: PriceModel,
  /** Null on request, and only then. */
  priceCents: Whole(100, 100_000_000, 'An amount of at least $1.').nullable(),
  setupDays: Whole(1, 120, 'Working days, from 1 to 120.'),
  minutesPerRun: Whole(1, 480, 'Minutes, from 1 to 480.'),
  runsPerMonth: Whole(1, 100_000, 'Runs a month, from 1 to 100,000.'),
  minutesWhy: Line(400, 'Say why one run takes that long by hand.'),
  intake: z
    .array(IntakeQuestion)
    .min(1, 'Ask at least one question.')
    .max(QUESTIONS_MAX, `At most ${QUESTIONS_MAX} questions.`),
}

/** Everything that a product says: what staff save and what `content/marketplace` is loaded through. */
export const ProductContent = z.object(written).superRefine((p, context) => {
  if (p.priceModel !== 'quote' && p.priceCents === null)
    context.addIssue({ code: 'custom', path: ['priceCents'], message: 'Say the price, or choose “On request”.' })
  if (p.priceModel === 'quote' && p.priceCents !== null)
    context.addIssue({ code: 'custom', path: ['priceCents'], message: 'What is on request has no price.' })
  const seen = new Map<string, number>()
  for (const [i, q] of p.intake.entries()) {
    const label = q.label.toLowerCase()
    if (seen.has(label))
      context.addIssue({ code: 'custom', path: ['intake', i, 'label'], message: 'This is asked twice.' })
    seen.set(label, i)
    if (q.name && p.intake.findIndex((other) => other.name === q.name) !== i)
      context.addIssue({ code: 'custom', path: ['intake', i, 'name'], message: 'Another question has this name.' })
  }
})
export const NewSlug = z
  .string('Give it an address.')
  .trim()
  .min(1, 'Give it an address.')
  .max(60, 'At most 60 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters and digits, with single hyphens between them.')
  // These are pages of their own.
  .refine(
    (slug) => !['purchase-complete', 'preview', 'sitemap'].includes(slug),
    'This address is taken by a page of ours.',
  )

export const CatalogueFilter = z.object({
  /** Part of the name, the promise, the address or a tool. */
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(ProductStatus),
  category: manyOf(Category),
  price: manyOf(PriceModel),
  sort: z.enum(CATALOGUE_SORTS, 'Choose an order.').default('position'),
  order: z.enum(['asc', 'desc'], 'Choose a direction.').default('asc'),
})

const standing = {
  status: ProductStatus,
  /** Where staff put it; among what equally many companies run, the marketplace shows it in this order. */
  position: z.number().int(),
  /** How many companies run it. */
  popularity: z.number().int(),
  /** Null until it was published for the first time. */
  publishedAt: Instant.nullable(),
  updatedAt: Instant,
  version: z.number().int(),
}
export const CatalogueRow = ProductRow.extend({ ...standing, can: z.object({ edit: z.boolean() }) })
export const CatalogueProduct = Product.omit({ similar: true }).extend({
  ...standing,
  createdAt: Instant,
  can: z.object({ edit: z.boolean() }),
})

/** Something that somebody did to a product. */
export const CatalogueAct = z.object({
  id: z.string(),
  at: Instant,
  actor: Person.nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

const versioned = { id: Id, version: z.int('Say which version you changed.') }
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Somebody else changed this product meanwhile.',
    data: z.object({ current: CatalogueProduct.optional() }).optional(),
  },
}
const slugTaken = { SLUG_TAKEN: { status: 409, message: 'Another product has this address.' } }

export const catalogue = {
  adminList: op('GET', '/admin/products', {
    roles: staff,
    tag: 'marketplace',
    summary: 'All products, drafts and archived ones too',
  })
    .input(CatalogueFilter.extend(page))
    .output(pageOf(CatalogueRow)),
  adminGet: op('GET', '/admin/products/{id}', {
    roles: staff,
    tag: 'marketplace',
    summary: 'One product as it stands in the catalogue',
  })
    .input(z.object({ id: Id }))
    .output(CatalogueProduct),
  adminHistory: op('GET', '/admin/products/{id}/history', {
    roles: staff,
    tag: 'marketplace',
    summary: 'Who changed what of a product and when, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(CatalogueAct)),
  adminTools: op('GET', '/admin/product-tools', {
    roles: staff,
    tag: 'marketplace',
    summary: 'Names of tools that products connect or companies use, the most used first',
  }).output(z.object({ items: z.array(z.object({ name: z.string(), products: z.number().int() })) })),
  adminCreate: op('POST', '/admin/products', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Add a product; it is a draft, last in the order',
    status: 201,
    creates: true,
  })
    .errors(slugTaken)
    .input(ProductContent.safeExtend({ slug: NewSlug }))
    .output(CatalogueProduct),
  adminDuplicate: op('POST', '/admin/products/{id}/duplicate', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Copy a product into a new draft',
    status: 201,
    creates: true,
  })
    .input(z.object({ id: Id }))
    .output(CatalogueProduct),
  adminEdit: op('PATCH', '/admin/products/{id}', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Change a product; what was bought before stays as it was bought',
  })
    .errors(changed)
    .input(z.object(written).partial().extend(versioned))
    .output(CatalogueProduct),
  adminSetStatus: op('POST', '/admin/products/{id}/status', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Publish a product, take it back into drafts, or put it away',
  })
    .errors(changed)
    .input(z.object({ ...versioned, status: ProductStatus }))
    .output(CatalogueProduct),
  adminMove: op('POST', '/admin/products/{id}/position', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Put a product behind another in the order, or first',
  })
    .input(
      z.object({
        id: Id,
        /** The one that it comes after; null: it is the first. */
        after: Id.nullable(),
      }),
    )
    .output(z.object({ id: Id, position: z.number().int() })),
  adminPreview: op('POST', '/admin/products/preview', {
    roles: staff,
    tag: 'marketplace',
    summary: 'Seal what a product would say, to be shown as its page for some minutes; changes nothing',
  })
    .input(ProductContent.safeExtend({ slug: Slug.optional() }))
    .output(z.object({ sealed: z.string() })),
  preview: op('POST', '/marketplace/preview', {
    roles: [],
    tag: 'marketplace',
    summary: 'What staff sealed a moment ago, for the page that shows it',
  })
    .input(z.object({ sealed: z.string().max(400_000) }))
    .output(Product),
}
