// The filter of a list, declared once. The address, the API input, the export, the controls and their texts are derived
// from it.

import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isId } from '../platform/data/is-id.ts'

/** A value that can be chosen. `text` is its plain text if `label` is more than text. */
export type Option<Value extends string = string> = { value: Value; label: ReactNode; text?: string }

type Named = { id: string; name: string }
// biome-ignore lint/suspicious/noExplicitAny: any operation can give the options; only their response matters
type Asked<Answer> = Pick<UseQueryOptions<any, any, Answer, any>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>

/** The source of a picker’s choices, of which there may be thousands. */
export type Source = {
  /** Finds records by name. `select` turns the response into `{ id, name }`s. */
  find: (q: string) => Asked<Named[]>
  /** Finds the chosen record, for its name. Without it only `find` knows names. */
  one?: (id: string) => Asked<Named>
  /** `true` if `find` returns all choices: the browser narrows them, and only long lists have a search box. */
  whole?: boolean
}

/**
 * `hidden` returns whether a reader does not get the control. It appears anyway while the field is set. `rare` fields
 * are behind “More filters” while they are not set.
 */
type Common = { label: string; hidden?: (reader: { isStaff: boolean }) => boolean; rare?: boolean }

export type ManyField<Value extends string = string> = Common & {
  kind: 'many'
  options: readonly Option<Value>[]
  /**
   * The default if the address does not have the field. If there is a default, choosing all values is written as `all`.
   */
  usual: readonly Value[]
}
type OneField<Value extends string = string> = Common & {
  kind: 'one'
  options: readonly Option<Value>[]
  /** The label for choosing none: "Any". */
  none: string
}
type FlagField = Common & { kind: 'flag'; on: string }
export type PickField<Word extends string = string> = Common & {
  kind: 'pick'
  /** If undefined, only `words` are offered, but an address can still contain an id. */
  source: Source | undefined
  none: string
  /** Choices in addition to ids, such as `me` or `none`. `me` also means the reader's own id. */
  words: readonly Option<Word>[]
  /** The results are texts (tags), which are their own names. */
  free?: boolean
  /** Returns the name of an id from a row of the list. */
  // biome-ignore lint/suspicious/noExplicitAny: the filter is declared before the rows are known
  ofRow?: (row: any) => Named | null | undefined
}
export type Field = ManyField | OneField | FlagField | PickField
export type Fields = Record<string, Field>

/**
 * Declares a choice of several of a few values: checkboxes. `usual` is the default if the address does not have the
 * field.
 */
export const manyOf = <Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  more: Partial<Pick<ManyField<Value>, 'usual' | 'hidden'>> = {},
): ManyField<Value> => ({ kind: 'many', label, options, usual: [], ...more })

/** Declares a choice of one of a few values, or none. */
export const oneOf = <Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  more: Partial<Pick<OneField<Value>, 'none' | 'hidden'>> = {},
): OneField<Value> => ({ kind: 'one', label, options, none: 'Any', ...more })

/** Declares a switch. `on` is the label of its checkbox: "Only without two-factor authentication". */
export const flag = (label: string, on: string, more: Pick<Common, 'hidden'> = {}): FlagField => ({
  kind: 'flag',
  label,
  on,
  ...more,
})

/** Declares a choice of a record that the server finds by name; its id is in the address. */
export const pick = <Word extends string = never>(
  label: string,
  source: Source | undefined,
  more: Partial<Pick<PickField<Word>, 'none' | 'words' | 'hidden' | 'ofRow' | 'free'>> = {},
): PickField<Word> => ({ kind: 'pick', label, source, none: 'Any', words: [], ...more })

/** Returns the field, marked as one that few users need: it is behind “More filters” until it is set. */
export const rare = <F extends Field>(field: F): F => ({ ...field, rare: true })

/** The type of a field's value. */
type ValueOf<F> =
  F extends ManyField<infer V>
    ? V[]
    : F extends OneField<infer V>
      ? V | undefined
      : F extends FlagField
        ? boolean
        : string | undefined

type Sorts = readonly string[]

/** A list's filter as declared. */
export type FilterSchema<F extends Fields = Fields, S extends Sorts = Sorts> = {
  /** The label of the search box: "Search contacts". Without it there is no search box. */
  search?: string
  fields: F
  /** The sort keys of the list, as the API names them. */
  sorts: S
  /** The default sort. */
  sort: S[number]
  order: 'asc' | 'desc'
}

/** Declares a filter. Names of fields and sorts are those of the API's input. */
export const defineFilter = <const S extends Sorts, F extends Fields = Record<never, never>>(
  schema: Omit<FilterSchema<F, S>, 'order' | 'fields'> & { fields?: F; order?: 'asc' | 'desc' },
): FilterSchema<F, S> => ({ order: 'asc', fields: {} as F, ...schema })

/** The values of a list's filter. */
export type Filter<F extends Fields = Fields, S extends Sorts = Sorts> = {
  [K in keyof F]: ValueOf<F[K]>
} & { q: string; sort: S[number]; order: 'asc' | 'desc' }
/** The filter type of a schema. */
export type FilterOf<Schema> = Schema extends FilterSchema<infer F, infer S> ? Filter<F, S> : never

type InputValue<F> =
  F extends ManyField<infer V>
    ? V[] | undefined
    : F extends OneField<infer V>
      ? V | undefined
      : F extends FlagField
        ? true | undefined
        : string | undefined
/** The filter as API input. */
export type FilterInput<F extends Fields, S extends Sorts> = { [K in keyof F]: InputValue<F[K]> } & {
  q?: string
  sort: S[number]
  order: 'asc' | 'desc'
}

const MOST_LETTERS = 200
const ALL = 'all'

type Loose = Record<string, unknown> & { q: string; sort: string; order: 'asc' | 'desc' }

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((v) => b.includes(v))

function readField(field: Field, values: string[]): unknown {
  switch (field.kind) {
    case 'many': {
      if (field.usual.length > 0 && values.includes(ALL)) return []
      const chosen = field.options.map((o) => o.value).filter((v) => values.includes(v))
      return chosen.length > 0 ? tidyFilter(field, chosen) : [...field.usual]
    }
    case 'one':
      return field.options.find((o) => o.value === values[0])?.value
    case 'flag':
      return values[0] === 'true'
    case 'pick': {
      const value = values[0]
      if (value === undefined || field.words.some((w) => w.value === value)) return value
      return isId(value) || (field.free && value !== '' && value.length <= MOST_LETTERS) ? value : undefined
    }
  }
}

function writeField(field: Field, value: unknown): string[] {
  if (field.kind === 'many') {
    const chosen = value as string[]
    if (same(chosen, field.usual)) return []
    return chosen.length > 0 ? chosen : [ALL]
  }
  if (field.kind === 'flag') return value ? ['true'] : []
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Returns the chosen values, or none if all are chosen in a field with a default: both mean no limit. */
export const tidyFilter = <V extends string>(field: ManyField<V>, chosen: readonly V[]): V[] =>
  field.usual.length > 0 &&
  same(
    chosen,
    field.options.map((o) => o.value),
  )
    ? []
    : [...chosen]

/** Reads the filter from an address. Invalid values are left out. */
export function readFilter<F extends Fields, S extends Sorts>(
  schema: FilterSchema<F, S>,
  query: URLSearchParams,
): Filter<F, S> {
  const found: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.fields)) found[name] = readField(field, query.getAll(name))
  const sort = schema.sorts.find((s) => s === query.get('sort'))
  const order = (['asc', 'desc'] as const).find((o) => o === query.get('order'))
  return {
    ...found,
    q: schema.search === undefined ? '' : (query.get('q') ?? '').slice(0, MOST_LETTERS),
    sort: sort ?? schema.sort,
    order: order ?? schema.order,
  } as Filter<F, S>
}

/** Writes the filter as an address. Defaults are left out. The same filter gives the same text. */
export function writeFilter<F extends Fields, S extends Sorts>(
  schema: FilterSchema<F, S>,
  filter: Filter<F, S>,
): URLSearchParams {
  const query = new URLSearchParams()
  const { q, sort, order, ...rest } = filter as Loose
  if (q) query.append('q', q)
  for (const [name, field] of Object.entries(schema.fields))
    for (const value of writeField(field, rest[name])) query.append(name, value)
  if (sort !== schema.sort || order !== schema.order) {
    query.append('sort', sort)
    query.append('order', order)
  }
  return query
}

/** Returns the filter as API input. */
export function toFilterInput<F extends Fields, S extends Sorts>(
  schema: FilterSchema<F, S>,
  filter: Filter<F, S>,
): FilterInput<F, S> {
  const loose = filter as Loose
  const input: Record<string, unknown> = { sort: loose.sort, order: loose.order, q: loose.q.trim() || undefined }
  for (const [name, field] of Object.entries(schema.fields)) {
    const value = loose[name]
    input[name] =
      field.kind === 'many' && (value as string[] | undefined)?.length === 0 ? undefined : value || undefined
  }
  return input as FilterInput<F, S>
}

/** Returns an input as the query of an address below /api/v1, for the CSV export. */
export function toFilterQuery(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const one of value === undefined || value === null ? [] : [value].flat()) query.append(name, String(one))
  return query.toString()
}

/** Returns the schema without some fields, whose values are fixed. */
export const removeFields = (schema: FilterSchema, names: readonly string[]): FilterSchema =>
  names.some((name) => name in schema.fields)
    ? { ...schema, fields: Object.fromEntries(Object.entries(schema.fields).filter(([name]) => !names.includes(name))) }
    : schema

/** Returns the filter of an empty address. */
export const getDefaultFilter = <F extends Fields, S extends Sorts>(schema: FilterSchema<F, S>): Filter<F, S> =>
  readFilter(schema, new URLSearchParams())

/** A built-in view of a list: a part of the filter under a name. */
export type View<F extends Fields = Fields, S extends Sorts = Sorts> = {
  key: string
  label: string
  /** The values that it sets. Fields that no view sets narrow every view alike. */
  set: Partial<Filter<F, S>>
  /** Leaves nothing out: offered when another view finds nothing. */
  everything?: boolean
}

/** Returns the fields that a list's views set. */
const viewFields = (views: readonly View[]): string[] => [...new Set(views.flatMap((v) => Object.keys(v.set)))]

/**
 * Returns whether the value of a field that views set can be part of a view. A person's id cannot: it narrows the list.
 */
function ofViews(views: readonly View[], name: string, value: unknown): boolean {
  return Array.isArray(value) || views.some((v) => (v.set as Loose)[name] === value)
}

const equal = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b) ? same(a as string[], b as string[]) : (a || undefined) === (b || undefined)

/** Returns whether the filter is this view, possibly narrowed. */
export function isView(schema: FilterSchema, views: readonly View[], view: View, filter: Filter): boolean {
  const usual = getDefaultFilter(schema) as Loose
  return viewFields(views).every((name) => {
    // A view can set an initial order; another order does not make it another view.
    if (name === 'sort' || name === 'order') return true
    const value = (filter as Loose)[name]
    const wanted = (view.set as Loose)[name] ?? usual[name]
    return equal(ofViews(views, name, value) ? value : usual[name], wanted)
  })
}

/** Returns the filter moved to another view. Filters that do not belong to a view stay. */
export function moveToView(schema: FilterSchema, views: readonly View[], view: View, filter: Filter): Filter {
  const usual = getDefaultFilter(schema) as Loose
  const next: Loose = { ...(filter as Loose) }
  for (const name of viewFields(views)) {
    const wanted = (view.set as Loose)[name]
    if (wanted !== undefined) next[name] = wanted
    else if (ofViews(views, name, next[name])) next[name] = usual[name]
  }
  return next as Filter
}

/**
 * Returns the filter with only its view, its order and, if `keepSearch`, the search. A view that sets an order resets
 * it.
 */
export function widenFilter(schema: FilterSchema, views: readonly View[], filter: Filter, keepSearch = false): Filter {
  const { q, sort, order } = filter
  const view = views.find((v) => isView(schema, views, v, filter))
  const plain = { ...getDefaultFilter(schema), q: keepSearch ? q : '', sort, order }
  return view ? moveToView(schema, views, view, plain) : plain
}

/** Returns whether the filter narrows the list beyond its view. The search counts only if `withSearch`. */
export function isNarrowed(schema: FilterSchema, views: readonly View[], filter: Filter, withSearch = true): boolean {
  const address = (f: Filter) => writeFilter(schema, withSearch ? { ...f, q: f.q.trim() } : { ...f, q: '' }).toString()
  return address(filter) !== address(widenFilter(schema, views, filter))
}
