// Conversion and comparison of product form values.
import type { Difference } from '../../ui/conflict-view.tsx'
import { editableProductFields, type Form } from './fields.tsx'
import type { Audience, Content, Product } from './model.ts'
import { type Line, type TypedQuestion, textsOf, toQuestionInput } from './typed.ts'

/** Returns the form values of a new product. */
export const createEmptyForm = (): Form =>
  Object.fromEntries(editableProductFields.map(({ key, edit }) => [key, edit.empty()])) as Form

/** Returns the form values of a product. */
export const toProductForm = (product: Product): Form =>
  Object.fromEntries(editableProductFields.map(({ key, edit }) => [key, edit.form(product)])) as Form

/** Returns the API input and the errors of values that cannot be sent, such as invalid numbers. */
export function toProductInput(form: Form) {
  const content: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  for (const { key, edit } of editableProductFields) {
    if (edit.once) continue
    const input = edit.input ?? key
    content[input] = edit.value ? edit.value(form[key], form) : form[key]
    if (content[input] === undefined && edit.wrong) wrong[input] = edit.wrong
  }
  return { content: content as Content, wrong }
}

const previewOptions = (options: readonly string[]) => {
  const filled = options.filter((o) => o.trim())
  return filled.length < 2 ? ['First choice', 'Second choice'] : filled
}
const or = (text: string, instead: string) => text.trim() || instead
const some = (lines: readonly Line[], instead: string) => {
  const filled = textsOf(lines).filter((text) => text.trim())
  return filled.length > 0 ? filled : [instead]
}
/** Returns the API input with placeholders for missing values, so that the preview works from the first letter. */
export function toPreviewProduct(form: Form) {
  const { content } = toProductInput(form)
  const n = (value: number, instead: number) => (value >= 1 ? value : instead)
  const intake = content.intake
    .filter((q) => q.label.trim())
    .map(({ options, ...q }) => ({
      ...q,
      ...(options ? { options: previewOptions(options) } : {}),
    }))
  return {
    ...content,
    name: or(form.name, 'Product name'),
    promise: or(form.promise, 'What it does, in one sentence.'),
    audience: form.audience.length > 0 ? form.audience : (['msp'] as Audience[]),
    integrations: form.integrations.length > 0 ? form.integrations : ['Tool'],
    problem: or(form.problem, 'The problem it solves.'),
    steps: some(form.steps, 'What it does first.'),
    needs: some(form.needs, 'What it requires.'),
    included: some(form.included, 'What’s included.'),
    limits: some(form.limits, 'What people still have to do.'),
    priceCents: form.priceModel === 'quote' ? null : content.priceCents || 100,
    setupDays: Math.min(n(content.setupDays, 5), 120),
    minutesPerRun: Math.min(n(content.minutesPerRun, 10), 480),
    runsPerMonth: Math.min(n(content.runsPerMonth, 10), 100_000),
    minutesWhy: or(form.minutesWhy, 'Why one run takes that long manually.'),
    intake: intake.length > 0 ? intake : [{ label: 'A setup question', type: 'text' as const, required: true }],
  }
}

/** Converts a name to a URL slug: "Unused licenses" becomes "unused-licenses". */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')

/** Returns whether two forms have the same content, ignoring the keys of their lines. */
export const isSameForm = (a: Form, b: Form): boolean => plain(a) === plain(b)
const plain = (form: Form) => JSON.stringify({ ...form, ...toProductInput(form).content })

const partOf = (form: Form, key: keyof Form): string => {
  const value = form[key] as readonly (Line | TypedQuestion | string)[] | string
  return JSON.stringify(Array.isArray(value) ? value.map((v) => (typeof v === 'string' ? v : bare(v))) : value)
}
const bare = (v: Line | TypedQuestion): unknown => ('text' in v ? v.text : toQuestionInput(v))

/** Lists the fields that differ between the base, their version and my version, as text. */
export function compareProducts(before: Form, theirs: Form, mine: Form): Difference[] {
  return editableProductFields.flatMap(({ key, label, edit: { say } }) => {
    const [was, their, my] = [before, theirs, mine].map((form) => partOf(form, key))
    if (was === their && was === my) return []
    return [
      {
        name: label,
        before: say(before[key]) || 'Empty',
        theirs: say(theirs[key]) || 'Empty',
        mine: was === my ? undefined : say(mine[key]) || 'Empty',
        both: was !== their && was !== my && their !== my,
      },
    ]
  })
}

/** Returns their version with my changes applied on top. */
export const joinProducts = (before: Form, theirs: Form, mine: Form): Form =>
  Object.fromEntries(
    (Object.keys(theirs) as (keyof Form)[]).map((key) => [
      key,
      partOf(mine, key) === partOf(before, key) ? theirs[key] : mine[key],
    ]),
  ) as Form
