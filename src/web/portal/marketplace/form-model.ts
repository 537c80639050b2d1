// A product as it is typed, and what is made of that.
import type { Difference } from '../../ui/conflict-view.tsx'
import { readCents, typedCents } from '../../ui/money-text.ts'
import {
  type Audience,
  audienceLabels,
  type Category,
  categoryLabels,
  type PriceModel,
  type Product,
  priceLabels,
  type Question,
} from './model.ts'

/** A line of a list, with a key by which it stays the same while lines move. */
export type Line = { key: string; text: string }
/** A question as it is typed; a new one has no name yet. */
export type TypedQuestion = {
  key: string
  name: string | undefined
  label: string
  type: Question['type']
  help: string
  required: boolean
  options: Line[]
}
export type Form = {
  slug: string
  name: string
  promise: string
  category: Category
  audience: Audience[]
  integrations: string[]
  problem: string
  steps: Line[]
  needs: Line[]
  included: Line[]
  limits: Line[]
  priceModel: PriceModel
  price: string
  setupDays: string
  minutesPerRun: string
  runsPerMonth: string
  minutesWhy: string
  intake: TypedQuestion[]
}

let made = 0
/** A key that no other line has. */
export const newKey = (): string => `line-${++made}`
/** A line of a list as the form holds it. */
export const lineOf = (text = ''): Line => ({ key: newKey(), text })
/** A question as the form holds it. */
export const questionOf = (q: Partial<Question> = {}): TypedQuestion => ({
  key: newKey(),
  name: q.name,
  label: q.label ?? '',
  type: q.type ?? 'text',
  help: q.help ?? '',
  required: q.required ?? true,
  options: (q.options ?? []).map(lineOf),
})

/** What a new product begins with. */
export const emptyForm = (): Form => ({
  slug: '',
  name: '',
  promise: '',
  category: 'psa',
  audience: ['msp'],
  integrations: [],
  problem: '',
  steps: [lineOf(), lineOf()],
  needs: [lineOf()],
  included: [lineOf()],
  limits: [lineOf()],
  priceModel: 'monthly',
  price: '',
  setupDays: '5',
  minutesPerRun: '',
  runsPerMonth: '',
  minutesWhy: '',
  intake: [questionOf()],
})

/** What the form begins with for a product. */
export const formOf = (p: Product): Form => ({
  slug: p.slug,
  name: p.name,
  promise: p.promise,
  category: p.category.key,
  audience: [...p.audience],
  integrations: [...p.integrations],
  problem: p.problem,
  steps: p.steps.map(lineOf),
  needs: p.needs.map(lineOf),
  included: p.included.map(lineOf),
  limits: p.limits.map(lineOf),
  priceModel: p.priceModel,
  price: p.priceCents === null ? '' : typedCents(p.priceCents),
  setupDays: String(p.setupDays),
  minutesPerRun: String(p.minutesPerRun),
  runsPerMonth: String(p.runsPerMonth),
  minutesWhy: p.minutesWhy,
  intake: p.intake.map(questionOf),
})

const texts = (lines: readonly Line[]) => lines.map((l) => l.text)
const chooses = (type: Question['type']) => type === 'choice' || type === 'choices'
const whole = (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** A question as it is sent. */
export const questionIn = (q: TypedQuestion) => ({
  ...(q.name ? { name: q.name } : {}),
  label: q.label,
  type: q.type,
  required: q.required,
  ...(q.help.trim() ? { help: q.help } : {}),
  ...(chooses(q.type) ? { options: texts(q.options) } : {}),
})

/** The product as it is sent, and words for what cannot even be sent: numbers that are none. */
export function contentOf(form: Form) {
  const wrong: Record<string, string> = {}
  const priceCents = form.priceModel === 'quote' ? null : readCents(form.price)
  if (priceCents === undefined) wrong.priceCents = 'An amount, such as 49.'
  const numbers = {
    setupDays: whole(form.setupDays),
    minutesPerRun: whole(form.minutesPerRun),
    runsPerMonth: whole(form.runsPerMonth),
  }
  for (const [name, n] of Object.entries(numbers)) if (Number.isNaN(n)) wrong[name] = 'A whole number.'
  const content = {
    name: form.name,
    promise: form.promise,
    category: form.category,
    audience: form.audience,
    integrations: form.integrations,
    problem: form.problem,
    steps: texts(form.steps),
    needs: texts(form.needs),
    included: texts(form.included),
    limits: texts(form.limits),
    priceModel: form.priceModel,
    priceCents: priceCents ?? null,
    ...numbers,
    minutesWhy: form.minutesWhy,
    intake: form.intake.map(questionIn),
  }
  return { content, wrong }
}

const previewOptions = (options: readonly string[]) => {
  const said = options.filter((o) => o.trim())
  return said.length < 2 ? ['First choice', 'Second choice'] : said
}
const or = (text: string, instead: string) => text.trim() || instead
const some = (lines: readonly Line[], instead: string) => {
  const said = texts(lines).filter((text) => text.trim())
  return said.length > 0 ? said : [instead]
}
/** The same with words in place of what is still missing, so that the page can be looked at from the first letter on. */
export function previewable(form: Form) {
  const { content } = contentOf(form)
  const n = (value: number, instead: number) => (value >= 1 ? value : instead)
  const intake = content.intake
    .filter((q) => q.label.trim())
    .map(({ options, ...q }) => ({
      ...q,
      ...(options ? { options: previewOptions(options) } : {}),
    }))
  return {
    ...content,
    name: or(form.name, 'Name of the product'),
    promise: or(form.promise, 'What it does, in one sentence.'),
    audience: form.audience.length > 0 ? form.audience : (['msp'] as Audience[]),
    integrations: form.integrations.length > 0 ? form.integrations : ['Tool'],
    problem: or(form.problem, 'What the problem is.'),
    steps: some(form.steps, 'What it does first.'),
    needs: some(form.needs, 'What it needs.'),
    included: some(form.included, 'What is included.'),
    limits: some(form.limits, 'Where it stops.'),
    priceCents: form.priceModel === 'quote' ? null : content.priceCents || 100,
    setupDays: Math.min(n(content.setupDays, 5), 120),
    minutesPerRun: Math.min(n(content.minutesPerRun, 10), 480),
    runsPerMonth: Math.min(n(content.runsPerMonth, 10), 100_000),
    minutesWhy: or(form.minutesWhy, 'Why one run takes that long by hand.'),
    intake: intake.length > 0 ? intake : [{ label: 'What is asked', type: 'text' as const, required: true }],
  }
}

/** An address made of a name: "Unused licenses" → "unused-licenses". */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

/** What of a form was changed, without the keys of its lines. */
export const sameForm = (a: Form, b: Form): boolean => plain(a) === plain(b)
const plain = (form: Form) => JSON.stringify({ ...form, ...contentOf(form).content })

const list = (lines: readonly Line[]) => texts(lines).join('\n')
const words: { [K in keyof Form]: { name: string; say: (value: Form[K]) => string } } = {
  slug: { name: 'Address', say: String },
  name: { name: 'Name', say: String },
  promise: { name: 'Promise', say: String },
  category: { name: 'Category', say: (c) => categoryLabels[c] },
  audience: { name: 'For', say: (all) => all.map((a) => audienceLabels[a]).join(', ') },
  integrations: { name: 'Tools', say: (all) => all.join(', ') },
  problem: { name: 'Problem', say: String },
  steps: { name: 'Steps', say: list },
  needs: { name: 'Needs', say: list },
  included: { name: 'Included', say: list },
  limits: { name: 'Limits', say: list },
  priceModel: { name: 'Price model', say: (m) => priceLabels[m] },
  price: { name: 'Price', say: (p) => (p ? `$${p}` : 'None') },
  setupDays: { name: 'Set-up days', say: String },
  minutesPerRun: { name: 'Minutes', say: String },
  runsPerMonth: { name: 'Runs a month', say: String },
  minutesWhy: { name: 'Why so many minutes', say: String },
  intake: { name: 'Questions', say: (all) => all.map((q) => q.label).join('\n') },
}
const partOf = (form: Form, key: keyof Form): string => {
  const value = form[key] as readonly (Line | TypedQuestion | string)[] | string
  return JSON.stringify(Array.isArray(value) ? value.map((v) => (typeof v === 'string' ? v : bare(v))) : value)
}
const bare = (v: Line | TypedQuestion): unknown => ('text' in v ? v.text : questionIn(v))

/** What both changed of a product, in words: theirs and mine against what I began from. */
export function differences(before: Form, theirs: Form, mine: Form): Difference[] {
  return (Object.keys(words) as (keyof Form)[]).flatMap((key) => {
    const [was, their, my] = [before, theirs, mine].map((form) => partOf(form, key))
    if (was === their && was === my) return []
    const { name, say } = words[key] as { name: string; say: (value: unknown) => string }
    return [
      {
        name,
        before: say(before[key]) || 'Empty',
        theirs: say(theirs[key]) || 'Empty',
        mine: was === my ? undefined : say(mine[key]) || 'Empty',
        both: was !== their && was !== my && their !== my,
      },
    ]
  })
}

/** Their version with what I changed put over it. */
export const joined = (before: Form, theirs: Form, mine: Form): Form =>
  Object.fromEntries(
    (Object.keys(theirs) as (keyof Form)[]).map((key) => [
      key,
      partOf(mine, key) === partOf(before, key) ? theirs[key] : mine[key],
    ]),
  ) as Form
