// How the fields of contacts (fields.tsx) and of clients (client-fields.tsx) are declared, and what lists, forms, facts
// and conflict dialogs derive from them. Controls are only named here: form-rows.tsx renders them and loads with the
// form.
import type { ReactNode } from 'react'
import { Badge } from '../../ui/status.tsx'
import { type Fields, oneOf, pick } from '../lists/filter.ts'
import type { FieldColumn } from '../lists/record-field.ts'
import { companiesOptions } from '../platform/forms/choice-options.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import type { Control } from '../platform/forms/form-rows.tsx'
import type { Choice, Side } from './model.ts'

type Value = string | Choice | null
export type Edit<Whole, V> = {
  control: Control
  /** The row of the form; fields of one row are side by side. */
  row: number
  /** The value that the form of a new record begins with. */
  empty: V
  /** Returns the value that the form of a record begins with. */
  form: (whole: Whole) => V
  /** The name in the API's input, if it differs from the field's. */
  input?: string
  /** A merge asks which of two values to keep. */
  merged?: true
}

type ContactFieldSpec<Row, Whole, List extends string, V, F extends Fields> = {
  label: string
  column?: FieldColumn<Row> | ((list: List) => FieldColumn<Row> | undefined)
  /** Filters, by their names in the API. */
  filter?: F
  /** An entry among the facts, in the order of `place`. Null is shown as "None"; undefined leaves the entry out. */
  fact?: { place: number; show: (whole: Whole, side: Side) => ReactNode }
  edit?: Edit<Whole, V>
}

/** Returns the function that declares a field of a record. */
export const defineContactField =
  <Row, Whole, List extends string>() =>
  <V extends Value = never, F extends Fields = Record<never, never>>(
    declared: ContactFieldSpec<Row, Whole, List, V, F>,
  ) =>
    declared

// biome-ignore lint/suspicious/noExplicitAny: what is common to fields of all records and values
type AnyField<Whole = any> = ContactFieldSpec<any, Whole, any, any, any>
type Declared<Whole> = Readonly<Record<string, AnyField<Whole>>>
/** The values of the form of a record, by field. */
export type FormValues<D> = {
  [K in keyof D as D[K] extends { edit?: Edit<never, infer V> }
    ? [V] extends [never]
      ? never
      : K
    : never]: D[K] extends {
    edit?: Edit<never, infer V>
  }
    ? V
    : never
}

type WholeOf<D extends Declared<never>> = Parameters<NonNullable<D[keyof D]['edit']>['form']>[0]

const editsOf = <Whole,>(fields: Declared<Whole>) =>
  Object.entries(fields).flatMap(([key, { label, edit }]) => (edit ? [{ key, label, edit }] : []))

/** Returns the fields of the form, in order. */
export const listEditableFields = <Whole,>(fields: Declared<Whole>) =>
  editsOf(fields).sort((a, b) => a.edit.row - b.edit.row)

/** Returns the initial values of the form: those of a record, or those of a new one. */
export const toContactForm = <D extends Declared<never>>(fields: D, whole?: WholeOf<D>): FormValues<D> =>
  Object.fromEntries(
    listEditableFields(fields).map(({ key, edit }) => [key, whole ? edit.form(whole as never) : edit.empty]),
  ) as FormValues<D>

/** Returns API inputs for form values. A record that was chosen by name is sent by its id. */
export const toContactInputs = <Input,>(
  fields: Declared<never>,
  values: Readonly<Record<string, Value | undefined>>,
): Input =>
  Object.fromEntries(
    editsOf(fields).flatMap(({ key, edit }) => {
      const value = values[key]
      if (value === undefined) return []
      return [[edit.input ?? key, typeof value === 'string' ? value : (value?.id ?? null)]]
    }),
  ) as Input

/** Maps the names of inputs to form fields, if they differ. */
export const mapInputNames = (fields: Declared<never>): Record<string, string> =>
  Object.fromEntries(editsOf(fields).flatMap(({ key, edit }) => (edit.input ? [[edit.input, key]] : [])))

/** Formats a form value where two versions are compared. Empty if there is none. */
export const formatFieldValue = (value: Value | undefined): string =>
  typeof value === 'string' ? value : (value?.name ?? '')

/**
 * Returns the fields that a merge asks about, in the order of the form, with a function that formats a record's value.
 */
export const listMergedFields = <Whole,>(fields: Declared<Whole>) =>
  listEditableFields(fields).flatMap(({ key, label, edit }) =>
    edit.merged ? [{ key, label, say: (whole: Whole) => formatFieldValue(edit.form(whole)) }] : [],
  )

/** Returns the label and value of each fact of a record. */
export const listFacts = <Whole,>(fields: Declared<Whole>, whole: Whole, side: Side): [string, ReactNode][] =>
  Object.values(fields)
    .flatMap(({ label, fact }) => (fact ? [{ label, ...fact }] : []))
    .sort((a, b) => a.place - b.place)
    .flatMap(({ label, show }): [string, ReactNode][] => {
      const shown = show(whole, side)
      return shown === undefined ? [] : [[label, shown]]
    })

export const linkClass = 'rounded-[4px] hover:text-accent hover:underline'
export const factLinkClass = 'rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent'
/** Shown in place of an empty value. */
export const NOTHING = <span className="text-muted">–</span>
/** Returns the badge of an archived record. */
export const archivedMark = (row: { archivedAt: string | null }) => row.archivedAt && <Badge>Archived</Badge>
/** Returns the link that calls a phone number. */
export const toTelHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** The filter by the company that a contact or client belongs to. */
export const companyFilter = pick(
  'Company',
  { find: companiesOptions, one: companyOptions },
  {
    none: 'All companies',
    ofRow: (row: { company: Choice }) => row.company,
  },
)
/** The filter by active or archived. */
export const stateFilter = oneOf(
  'Status',
  [
    { value: 'archived', label: 'Archived' },
    { value: 'all', label: 'All' },
  ],
  // The views set this.
  { none: 'Active', hidden: () => true },
)
