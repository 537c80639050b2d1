// Declares how each field of a product is shown, in the order of the list's columns: column, filter, initial form
// value, API input, conflict text and history label. Controls are in product-fields.tsx and load with the editor.
import { formatCentsForInput, readCents } from '../../ui/text/money-text.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { type Fields, manyOf, type Option } from '../lists/filter.ts'
import { columnsOfFields, type FieldColumn, filtersOfFields } from '../lists/record-field.ts'
import { ProductStatus } from './marks.tsx'
import {
  type Audience,
  audienceLabels,
  type Category,
  type Content,
  formatProductPrice,
  formatUse,
  type PriceModel,
  type Product,
  priceLabels,
  productCategories,
  productCategoryLabels,
  productStatuses,
  productStatusLooks,
  type Row,
  type Status,
} from './model.ts'
import { type Line, type TypedQuestion, textsOf, toLineRow, toQuestionInput, toQuestionRow } from './typed.ts'

type Edit<Value> = {
  /** The position in the form. */
  row: number
  /** The label in the form, if it differs from the field's label. */
  label?: string
  hint?: string
  /** Maximum length. For lists, of each line. */
  max?: number
  /** The API input, if its name differs from the field's. */
  input?: keyof Content
  /** Set when the product is created and not editable later. */
  once?: true
  /** Returns the initial value for a new product. */
  empty: () => Value
  /** Returns the form value of a product. */
  form: (product: Product) => Value
  /** Converts the value for the API, if needed. Returns undefined for an invalid value, which shows `wrong`. */
  value?: (value: Value, form: { priceModel: PriceModel }) => Content[keyof Content] | undefined
  wrong?: string
  /** Formats a value for the comparison of two versions. */
  say: (value: Value) => string
}
type ProductField<Value, F extends Fields> = {
  label: string
  column?: FieldColumn<Row>
  /** Filters by their API names. */
  filter?: F
  edit?: Edit<Value>
  /** The name in the history, if it differs from the label. */
  historyName?: string
}
const field = <Value = never, F extends Fields = Record<never, never>>(declared: ProductField<Value, F>) => declared

const muted = (text: string) => <span className="block truncate text-muted">{text}</span>
const nothing = () => ''
/** A list of text lines. */
const lines = {
  max: 400,
  value: textsOf,
  say: (all: readonly Line[]) => textsOf(all).join('\n'),
}
/** A typed whole number. */
const whole = {
  value: (text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined),
  wrong: 'Enter a whole number.',
  say: String,
}

/** The fields of a product. */
export const productFields = {
  name: field<string>({
    label: 'Name',
    column: { header: 'Product', sort: 'name', cell: (p) => <bdi className="font-medium">{p.name}</bdi> },
    edit: { row: 2, max: 60, empty: nothing, form: (p) => p.name, say: String },
  }),
  status: field({
    label: 'Status',
    column: { width: 'w-30', cell: (p) => <ProductStatus status={p.status} /> },
    filter: {
      status: manyOf<Status>(
        'Status',
        productStatuses.map(
          (value): Option<Status> => ({
            value,
            label: <ProductStatus status={value} />,
            text: productStatusLooks[value].label,
          }),
        ),
        { usual: ['draft', 'published'] },
      ),
    },
  }),
  category: field({
    label: 'Category',
    column: { width: 'w-52', priority: 'medium', cell: (p) => muted(p.category.name) },
    filter: {
      category: manyOf<Category>(
        'Category',
        productCategories.map((value): Option<Category> => ({ value, label: productCategoryLabels[value] })),
      ),
    },
    edit: {
      row: 4,
      empty: (): Category => 'psa',
      form: (p) => p.category.key,
      say: (category) => productCategoryLabels[category],
    },
  }),
  priceModel: field({
    label: 'Price model',
    filter: {
      price: manyOf<PriceModel>(
        'Price',
        (Object.keys(priceLabels) as PriceModel[]).map(
          (value): Option<PriceModel> => ({ value, label: priceLabels[value] }),
        ),
      ),
    },
    edit: {
      row: 12,
      empty: (): PriceModel => 'monthly',
      form: (p) => p.priceModel,
      say: (model) => priceLabels[model],
    },
  }),
  price: field<string>({
    label: 'Price',
    column: { width: 'w-36', align: 'end', cell: (p) => <span className="tabular">{formatProductPrice(p)}</span> },
    edit: {
      row: 13,
      input: 'priceCents',
      empty: nothing,
      form: (p) => (p.priceCents === null ? '' : formatCentsForInput(p.priceCents)),
      value: (price, { priceModel }) => (priceModel === 'quote' ? null : readCents(price)),
      wrong: 'Enter an amount, such as 49.',
      say: (price) => (price ? `$${price}` : 'None'),
    },
  }),
  popularity: field({
    label: 'Companies',
    column: {
      key: 'popular',
      sort: 'popular',
      width: 'w-24',
      align: 'end',
      cell: (p) => <span className="tabular">{p.popularity}</span>,
      card: (p) => p.popularity > 0 && formatUse(p.popularity),
    },
  }),
  integrations: field<string[]>({
    label: 'Tools',
    column: { key: 'tools', width: 'w-56', optional: true, cell: (p) => muted(p.integrations.join(', ')) },
    edit: {
      row: 6,
      label: 'Tools it connects',
      hint: 'Use the vendors’ product names. Visitors filter the marketplace by them.',
      max: 60,
      empty: () => [],
      form: (p) => [...p.integrations],
      say: (all) => all.join(', '),
    },
  }),
  slug: field<string>({
    label: 'URL',
    column: { width: 'w-56', optional: true, cell: (p) => muted(p.slug) },
    edit: { row: 1, max: 60, once: true, empty: nothing, form: (p) => p.slug, say: String },
  }),
  position: field({
    label: 'Position',
    column: {
      sort: 'position',
      width: 'w-22',
      align: 'end',
      cell: (p) => <span className="tabular">{p.position + 1}</span>,
    },
  }),
  updatedAt: field({
    label: 'Updated',
    column: {
      key: 'updated',
      sort: 'updated',
      width: 'w-32',
      priority: 'medium',
      cell: (p) => <RelativeTime iso={p.updatedAt} className="text-muted" />,
    },
  }),
  promise: field<string>({
    label: 'Tagline',
    edit: { row: 3, max: 120, empty: nothing, form: (p) => p.promise, say: String },
  }),
  audience: field<Audience[]>({
    label: 'Audience',
    edit: {
      row: 5,
      empty: () => ['msp'],
      form: (p) => [...p.audience],
      say: (all) => all.map((a) => audienceLabels[a]).join(', '),
    },
  }),
  problem: field<string>({
    label: 'Problem',
    edit: {
      row: 7,
      hint: 'Describe it the way a customer would.',
      max: 1_000,
      empty: nothing,
      form: (p) => p.problem,
      say: String,
    },
  }),
  steps: field<Line[]>({
    label: 'Steps',
    edit: {
      row: 8,
      label: 'What it does, step by step',
      hint: 'One sentence each, in order. Press Enter to add a step, or Alt and an arrow key to move one.',
      empty: () => [toLineRow(), toLineRow()],
      form: (p) => p.steps.map((text) => toLineRow(text)),
      ...lines,
    },
  }),
  needs: field<Line[]>({
    label: 'Requirements',
    edit: {
      row: 9,
      hint: 'Plans, permissions and settings that the automation needs.',
      empty: () => [toLineRow()],
      form: (p) => p.needs.map((text) => toLineRow(text)),
      ...lines,
    },
  }),
  included: field<Line[]>({
    label: 'What’s included',
    edit: {
      row: 10,
      hint: 'What the buyer gets.',
      empty: () => [toLineRow()],
      form: (p) => p.included.map((text) => toLineRow(text)),
      ...lines,
    },
    historyName: 'what is included',
  }),
  limits: field<Line[]>({
    label: 'Limits',
    edit: {
      row: 11,
      hint: 'What people still have to do, and the limits of the tools.',
      empty: () => [toLineRow()],
      form: (p) => p.limits.map((text) => toLineRow(text)),
      ...lines,
    },
  }),
  setupDays: field<string>({
    label: 'Setup days',
    edit: { row: 14, label: 'Setup time, business days', empty: () => '5', form: (p) => String(p.setupDays), ...whole },
  }),
  minutesPerRun: field<string>({
    label: 'Manual minutes',
    edit: {
      row: 15,
      label: 'Manual minutes per run',
      empty: nothing,
      form: (p) => String(p.minutesPerRun),
      ...whole,
    },
    historyName: 'manual minutes per run',
  }),
  runsPerMonth: field<string>({
    label: 'Runs per month',
    edit: {
      row: 16,
      label: 'Typical runs per month',
      empty: nothing,
      form: (p) => String(p.runsPerMonth),
      ...whole,
    },
  }),
  minutesWhy: field<string>({
    label: 'Why it takes that long',
    edit: {
      row: 17,
      hint: 'What a person would do in that time.',
      max: 400,
      empty: nothing,
      form: (p) => p.minutesWhy,
      say: String,
    },
  }),
  intake: field<TypedQuestion[]>({
    label: 'Setup questions',
    edit: {
      row: 18,
      empty: () => [toQuestionRow()],
      form: (p) => p.intake.map((q) => toQuestionRow(q)),
      value: (all) => all.map(toQuestionInput),
      say: (all) => all.map((q) => q.label).join('\n'),
    },
  }),
}

type Declared = typeof productFields
// biome-ignore lint/suspicious/noExplicitAny: fields have different value types
const all = Object.entries(productFields) as [string, ProductField<any, Fields>][]

/** The columns of the product list. */
export const productColumns = columnsOfFields<{ label: string; column?: FieldColumn<Row> }, Row>(
  productFields,
  ({ column }) => column,
)

/** The filters by their API names. */
export const productFilters = filtersOfFields(productFields)

type EditKey = {
  [K in keyof Declared]: Declared[K] extends ProductField<infer V, infer _> ? ([V] extends [never] ? never : K) : never
}[keyof Declared]
/** A product as its form holds it. */
export type Form = { [K in EditKey]: Declared[K] extends ProductField<infer V, infer _> ? V : never }
/** The form fields in their order. */
export const editableProductFields = all
  .flatMap(([key, { edit, label }]) => (edit ? [{ key: key as EditKey, label, edit }] : []))
  .sort((a, b) => a.edit.row - b.edit.row)

/** Returns the label, hint and maximum length of a form field. */
export const getFieldTexts = (key: EditKey): { label: string; hint?: string; max?: number } => {
  const { label, edit } = productFields[key]
  return { label: edit?.label ?? label, hint: edit?.hint, max: edit?.max }
}

/** Returns the name of an API input in the history, or undefined if it is not a field. */
export function findInputName(input: string): string | undefined {
  const found = all.find(([key, { edit }]) => edit && (edit.input ?? key) === input)?.[1]
  return found && (found.historyName ?? found.label.toLowerCase())
}
