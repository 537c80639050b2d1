// Catalog operations for staff. The public operations are in marketplace.ts.
import { z } from 'zod'
import { admin, Id, Instant, manyOf, op, page, pageOf, staff } from './base.ts'
import { Person } from './companies/index.ts'
import {
  AUDIENCES,
  Audience,
  INTAKE_TYPES,
  PriceModel,
  Product,
  ProductCategory,
  ProductRow,
  Slug,
} from './marketplace.ts'
import { printed } from './printed.ts'

export const PRODUCT_STATES = ['draft', 'published', 'archived'] as const
export const CATALOGUE_SORTS = ['position', 'popular', 'name', 'updated'] as const
export const ProductStatus = z.enum(PRODUCT_STATES, 'Choose a status.')

/** Maximum number of lines in a list on a product's page, and of questions that it asks. */
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
    .regex(oneLine, 'Use a single line.')
const Lines = (words: string) =>
  z
    .array(Line(400, 'Enter some text, or remove the line.'))
    .min(1, words)
    .max(LINES_MAX, `Use at most ${LINES_MAX} lines.`)
const Whole = (min: number, max: number, words: string) =>
  z
    .int(words)
    .min(min, words)
    .max(max, `Enter at most ${max.toLocaleString('en-US')}.`)

/** Words in a question that ask for a secret, which must never be in an answer. */
const SECRET =
  /\b(pass(word|phrase|code|wd)s?|pwd|secrets?|tokens?|api[\s_-]?keys?|private[\s_-]?keys?|access[\s_-]?keys?|license[\s_-]?keys?|recovery[\s_-]?codes?|pin[\s_-]?codes?)\b/i
/** Asking where a secret is stored, or who has it, is allowed. */
const PLACE = /^\s*(where|who|whose)\b/i
/** Returns whether a question asks for a secret rather than for the place where it is stored. */
export const asksForSecret = (label: string): boolean => SECRET.test(label) && !PLACE.test(label)
const NO_SECRETS =
  'Never ask for a secret, because people read the answers and we keep them for years. Ask where it is stored, such as “Where are the API user’s credentials stored?”, and add it as a connection.'

/**
 * A question as staff write it. The name is derived from the label when it is omitted, and does not change with the
 * label.
 */
const IntakeQuestion = z
  .object({
    name: z
      .string()
      .max(60)
      .regex(/^[a-z][a-z0-9_]*$/, 'Use lowercase letters, digits and underscores.')
      .optional(),
    label: Line(200, 'Enter the question.').refine((label) => !asksForSecret(label), NO_SECRETS),
    type: z.enum(INTAKE_TYPES, 'Choose an answer type.'),
    help: Line(400, 'Enter a hint, or leave it out.').optional(),
    required: z.boolean('Choose yes or no.'),
    options: z
      .array(Line(120, 'Enter the choice, or remove it.'))
      .max(OPTIONS_MAX, `Use at most ${OPTIONS_MAX} choices.`)
      .optional(),
  })
  .superRefine((q, context) => {
    const chooses = q.type === 'choice' || q.type === 'choices'
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['options'], message })
    if (chooses && (q.options?.length ?? 0) < 2) say('Enter at least two choices.')
    if (!chooses && (q.options?.length ?? 0) > 0) say('This answer type can’t have choices. Remove them.')
    if (chooses && new Set(q.options?.map((o) => o.toLowerCase())).size !== (q.options?.length ?? 0))
      say('Each choice must be different.')
  })

const distinct = (all: readonly string[]) => new Set(all.map((one) => one.toLowerCase())).size === all.length

const written = {
  name: printed(Line(60, 'Enter a name of at most 60 characters.')),
  promise: Line(120, 'Describe in one sentence what it does.'),
  category: ProductCategory,
  audience: z
    .array(Audience)
    .min(1, 'Choose an audience.')
    .max(AUDIENCES.length)
    .refine(distinct, 'Choose each audience once.'),
  /** Names of the tools that it connects, as their makers spell them. */
  integrations: z
    .array(Line(60, 'Enter the name of the tool.'))
    .min(1, 'Add at least one tool.')
    .max(TOOLS_MAX, `Add at most ${TOOLS_MAX} tools.`)
    .refine(distinct, 'Add each tool once.'),
  problem: z
    .string('Describe the problem.')
    .trim()
    .min(1, 'Describe the problem.')
    .max(1_000, 'At most 1,000 characters.'),
  steps: Lines('Add at least one step.'),
  needs: Lines('Add at least one requirement.'),
  included: Lines('Add at least one item that is included.'),
  limits: Lines('Add at least one limit.'),
  priceModel: PriceModel,
  /** Null exactly when the price is on request. */
  priceCents: Whole(100, 100_000_000, 'Enter an amount of at least $1.').nullable(),
  setupDays: Whole(1, 120, 'Enter 1 to 120 business days.'),
  minutesPerRun: Whole(1, 480, 'Enter 1 to 480 minutes.'),
  runsPerMonth: Whole(1, 100_000, 'Enter 1 to 100,000 runs per month.'),
  minutesWhy: Line(400, 'Explain why the task takes that long when done manually.'),
  intake: z
    .array(IntakeQuestion)
    .min(1, 'Add at least one question.')
    .max(QUESTIONS_MAX, `Add at most ${QUESTIONS_MAX} questions.`),
}

/** The full content of a product. Validates what staff save and the entries in `content/marketplace`. */
export const ProductContent = z.object(written).superRefine((p, context) => {
  if (p.priceModel !== 'quote' && p.priceCents === null)
    context.addIssue({ code: 'custom', path: ['priceCents'], message: 'Enter a price, or choose “On request”.' })
  if (p.priceModel === 'quote' && p.priceCents !== null)
    context.addIssue({
      code: 'custom',
      path: ['priceCents'],
      message: 'Remove the price, or choose a price model other than “On request”.',
    })
  const seen = new Map<string, number>()
  for (const [i, q] of p.intake.entries()) {
    const label = q.label.toLowerCase()
    if (seen.has(label))
      context.addIssue({
        code: 'custom',
        path: ['intake', i, 'label'],
        message: 'Another question has the same text. Change one of them.',
      })
    seen.set(label, i)
    if (q.name && p.intake.findIndex((other) => other.name === q.name) !== i)
      context.addIssue({
        code: 'custom',
        path: ['intake', i, 'name'],
        message: 'This name is already used. Choose a different one.',
      })
  }
})
export const NewSlug = z
  .string('Enter a URL.')
  .trim()
  .min(1, 'Enter a URL.')
  .max(60, 'At most 60 characters.')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters and digits, with single hyphens between them.')
  // These paths are pages of the site.
  .refine(
    (slug) => !['purchase-complete', 'preview', 'sitemap'].includes(slug),
    'This URL is reserved. Choose a different one.',
  )

export const CatalogueFilter = z.object({
  /** Part of the name, the promise, the slug or a tool. */
  q: z.string().trim().max(200, 'At most 200 characters.').optional(),
  status: manyOf(ProductStatus),
  category: manyOf(ProductCategory),
  price: manyOf(PriceModel),
  sort: z.enum(CATALOGUE_SORTS, 'Choose a sort order.').default('position'),
  order: z.enum(['asc', 'desc'], 'Choose a direction.').default('asc'),
})

const standing = {
  status: ProductStatus,
  /** The order that staff set. The marketplace uses it among products that are equally popular. */
  position: z.number().int(),
  /** Number of companies that run it. */
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

/** One entry in the history of a product. */
export const CatalogueAct = z.object({
  id: z.string(),
  at: Instant,
  actor: Person.nullable(),
  action: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

const versioned = { id: Id, version: z.int('Include the version that you are changing.') }
const changed = {
  CONFLICT: {
    status: 409,
    message: 'Someone else changed this product. Review their changes and try again.',
    data: z.object({ current: CatalogueProduct.optional() }).optional(),
  },
}
const slugTaken = {
  SLUG_TAKEN: { status: 409, message: 'Another product already uses this URL. Choose a different one.' },
}

export const catalogue = {
  adminList: op('GET', '/admin/products', {
    roles: staff,
    tag: 'marketplace',
    summary: 'List all products, including drafts and archived ones',
  })
    .input(CatalogueFilter.extend(page))
    .output(pageOf(CatalogueRow)),
  adminGet: op('GET', '/admin/products/{id}', {
    roles: staff,
    tag: 'marketplace',
    summary: 'Get a product of the catalog',
  })
    .input(z.object({ id: Id }))
    .output(CatalogueProduct),
  adminHistory: op('GET', '/admin/products/{id}/history', {
    roles: staff,
    tag: 'marketplace',
    summary: 'List the history of a product, newest first',
  })
    .input(z.object({ id: Id, ...page }))
    .output(pageOf(CatalogueAct)),
  adminTools: op('GET', '/admin/product-tools', {
    roles: staff,
    tag: 'marketplace',
    summary: 'List the tools that products connect or companies use. The tools used by the most products come first.',
  }).output(z.object({ items: z.array(z.object({ name: z.string(), products: z.number().int() })) })),
  adminCreate: op('POST', '/admin/products', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Create a product as a draft, at the end of the sort order',
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
    .errors(slugTaken)
    .input(z.object({ id: Id }))
    .output(CatalogueProduct),
  adminEdit: op('PATCH', '/admin/products/{id}', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Change a product. Earlier purchases keep their price and questions.',
  })
    .errors(changed)
    .input(z.object(written).partial().extend(versioned))
    .output(CatalogueProduct),
  adminSetStatus: op('POST', '/admin/products/{id}/status', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Publish a product, move it back to drafts or archive it',
  })
    .errors(changed)
    .input(z.object({ ...versioned, status: ProductStatus }))
    .output(CatalogueProduct),
  adminMove: op('POST', '/admin/products/{id}/position', {
    roles: admin,
    tag: 'marketplace',
    summary: 'Move a product after another one, or to the first position',
  })
    .input(
      z.object({
        id: Id,
        /** The product that it comes after, or null to move it to the first place. */
        after: Id.nullable(),
      }),
    )
    .output(z.object({ id: Id, position: z.number().int() })),
  adminPreview: op('POST', '/admin/products/preview', {
    roles: staff,
    tag: 'marketplace',
    summary: 'Encrypt the contents of a product for its preview page, valid for 15 minutes. Changes nothing.',
  })
    .input(ProductContent.safeExtend({ slug: Slug.optional() }))
    .output(z.object({ sealed: z.string() })),
  preview: op('POST', '/marketplace/preview', {
    roles: [],
    tag: 'marketplace',
    summary: 'Decrypt the contents of a product for its preview page',
  })
    .input(z.object({ sealed: z.string().max(400_000) }))
    .output(Product),
}
