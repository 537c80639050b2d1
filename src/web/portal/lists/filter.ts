// What a list can be narrowed by: declared once, and from it come the address, the question to the server, the export,
// the controls and their words.

import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isId } from '../platform/is-id.ts'

/** A value that can be chosen. `text` says it in plain words where `label` is more than text. */
export type Option<Value extends string = string> = { value: Value; label: ReactNode; text?: string }

type Named = { id: string; name: string }
// biome-ignore lint/suspicious/noExplicitAny: any operation can give the options; only their answer matters
type Asked<Answer> = Pick<UseQueryOptions<any, any, Answer, any>, 'queryKey' | 'queryFn' | 'staleTime' | 'select'>

/** Where the choices of a picker come from when there may be thousands. */
export type Source = {
  /** Finds what begins like this. Give `select` to turn an answer into `{ id, name }`s. */
  find: (q: string) => Asked<Named[]>
  /** The one that is chosen, for its name; without it only `find` tells names. */
  one?: (id: string) => Asked<Named>
  /** `true` when `find` gives everything at once: there is no search box then, the browser narrows. */
  whole?: boolean
}

/**
 * `hidden` takes the control away while nothing of it is set, for readers it is not for. `rare` ones stand behind “More
 * filters” while nothing of them is set.
 */
type Common = { label: string; hidden?: (reader: { isStaff: boolean }) => boolean; rare?: boolean }

export type ManyField<Value extends string = string> = Common & {
  kind: 'many'
  options: readonly Option<Value>[]
  /** What an address without it means; all of them is written `all` then. */
  usual: readonly Value[]
}
export type OneField<Value extends string = string> = Common & {
  kind: 'one'
  options: readonly Option<Value>[]
  /** What choosing none is called: "Any". */
  none: string
}
export type FlagField = Common & { kind: 'flag'; on: string }
export type PickField<Word extends string = string> = Common & {
  kind: 'pick'
  /** Without one there are only the words, and the id that an address brings. */
  source: Source | undefined
  none: string
  /** Choices beside ids, such as `me` or `none`. `me` is also the reader's own id. */
  words: readonly Option<Word>[]
  /** What is found are words themselves (tags), and their own names. */
  free?: boolean
  /** Where a row of the list tells the name of an id. */
  // biome-ignore lint/suspicious/noExplicitAny: the filter is declared before the rows are known
  ofRow?: (row: any) => Named | null | undefined
}
export type Field = ManyField | OneField | FlagField | PickField
export type Fields = Record<string, Field>

/** Several of a few values: checkboxes. `usual` are those that are meant when the address says nothing. */
export const manyOf = <Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  more: Partial<Pick<ManyField<Value>, 'usual' | 'hidden'>> = {},
): ManyField<Value> => ({ kind: 'many', label, options, usual: [], ...more })

/** One of a few values, or none. */
export const oneOf = <Value extends string>(
  label: string,
  options: readonly Option<Value>[],
  more: Partial<Pick<OneField<Value>, 'none' | 'hidden'>> = {},
): OneField<Value> => ({ kind: 'one', label, options, none: 'Any', ...more })

/** On or off. `on` are the words of its checkbox: "Only without a second factor". */
export const flag = (label: string, on: string, more: Pick<Common, 'hidden'> = {}): FlagField => ({
  kind: 'flag',
  label,
  on,
  ...more,
})

/** Somebody or something that the server finds by name; its id stands in the address. */
export const pick = <Word extends string = never>(
  label: string,
  source: Source | undefined,
  more: Partial<Pick<PickField<Word>, 'none' | 'words' | 'hidden' | 'ofRow' | 'free'>> = {},
): PickField<Word> => ({ kind: 'pick', label, source, none: 'Any', words: [], ...more })

/** A field that few need: behind “More filters” until it is set. */
export const rare = <F extends Field>(field: F): F => ({ ...field, rare: true })

/** What a field can be set to. */
export type ValueOf<F> =
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
  /** The label of the search box: "Search contacts". Without it there is none. */
  search?: string
  fields: F
  /** What the list can be sorted by, as the API names it. */
  sorts: S
  /** The usual order. */
  sort: S[number]
  order: 'asc' | 'desc'
}

/** Declares a filter. Names of fields and sorts are those of the API's input. */
export const defineFilter = <const S extends Sorts, F extends Fields = Record<never, never>>(
  schema: Omit<FilterSchema<F, S>, 'order' | 'fields'> & { fields?: F; order?: 'asc' | 'desc' },
): FilterSchema<F, S> => ({ order: 'asc', fields: {} as F, ...schema })

/** What a list shows. */
export type Filter<F extends Fields = Fields, S extends Sorts = Sorts> = {
  [K in keyof F]: ValueOf<F[K]>
} & { q: string; sort: S[number]; order: 'asc' | 'desc' }
/** The filter of a schema. */
export type FilterOf<Schema> = Schema extends FilterSchema<infer F, infer S> ? Filter<F, S> : never

type InputValue<F> =
  F extends ManyField<infer V>
    ? V[] | undefined
    : F extends OneField<infer V>
      ? V | undefined
      : F extends FlagField
        ? true | undefined
        : string | undefined
/** The filter as the API takes it. */
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
      return chosen.length > 0 ? tidy(field, chosen) : [...field.usual]
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

/** All of a field's values mean the same as none: no limit. */
export const tidy = <V extends string>(field: ManyField<V>, chosen: readonly V[]): V[] =>
  field.usual.length > 0 &&
  same(
    chosen,
    field.options.map((o) => o.value),
  )
    ? []
    : [...chosen]

/** Reads an address; what it cannot mean is left out. */
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

/** Writes an address; what is usual is left out. The same filter gives the same text. */
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

/** The filter as the API takes it. */
export function inputOf<F extends Fields, S extends Sorts>(
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

/** An input as the query of an address under /api/v1: for the CSV export. */
export function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input))
    for (const one of value === undefined || value === null ? [] : [value].flat()) query.append(name, String(one))
  return query.toString()
}

/** The schema without some fields: where they are given, nobody chooses them. */
export const without = (schema: FilterSchema, names: readonly string[]): FilterSchema =>
  names.some((name) => name in schema.fields)
    ? { ...schema, fields: Object.fromEntries(Object.entries(schema.fields).filter(([name]) => !names.includes(name))) }
    : schema

/** The filter that an empty address means. */
export const usualFilter = <F extends Fields, S extends Sorts>(schema: FilterSchema<F, S>): Filter<F, S> =>
  readFilter(schema, new URLSearchParams())

/** One of the built-in views at the head of a list: a part of the filter under a name. */
export type View<F extends Fields = Fields, S extends Sorts = Sorts> = {
  key: string
  label: string
  /** What it sets. Fields that no view sets narrow every view alike. */
  set: Partial<Filter<F, S>>
  /** Nothing is left out in it: offered when another view finds nothing. */
  everything?: boolean
}

/** Fields that views of a list set. */
const viewFields = (views: readonly View[]): string[] => [...new Set(views.flatMap((v) => Object.keys(v.set)))]

/** Whether a value of a field that views set belongs to views (a person's id does not: it narrows). */
function ofViews(views: readonly View[], name: string, value: unknown): boolean {
  return Array.isArray(value) || views.some((v) => (v.set as Loose)[name] === value)
}

const equal = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b) ? same(a as string[], b as string[]) : (a || undefined) === (b || undefined)

/** Whether the filter is this view, perhaps narrowed. */
export function isView(schema: FilterSchema, views: readonly View[], view: View, filter: Filter): boolean {
  const usual = usualFilter(schema) as Loose
  return viewFields(views).every((name) => {
    // A view may begin with an order of its own; another order does not make it another view.
    if (name === 'sort' || name === 'order') return true
    const value = (filter as Loose)[name]
    const wanted = (view.set as Loose)[name] ?? usual[name]
    return equal(ofViews(views, name, value) ? value : usual[name], wanted)
  })
}

/** The filter moved to a view; what narrows it stays. */
export function inView(schema: FilterSchema, views: readonly View[], view: View, filter: Filter): Filter {
  const usual = usualFilter(schema) as Loose
  const next: Loose = { ...(filter as Loose) }
  for (const name of viewFields(views)) {
    const wanted = (view.set as Loose)[name]
    if (wanted !== undefined) next[name] = wanted
    else if (ofViews(views, name, next[name])) next[name] = usual[name]
  }
  return next as Filter
}

/** The filter with nothing left but its view, its order and, if `keepSearch`, what is searched. */
export function widened(schema: FilterSchema, views: readonly View[], filter: Filter, keepSearch = false): Filter {
  const { q, sort, order } = filter
  const view = views.find((v) => isView(schema, views, v, filter))
  const plain = { ...usualFilter(schema), q: keepSearch ? q : '', sort, order }
  return view ? inView(schema, views, view, plain) : plain
}

/** Whether anything beside its view narrows the list. */
export function isNarrowed(schema: FilterSchema, views: readonly View[], filter: Filter, withSearch = true): boolean {
  const address = (f: Filter) => writeFilter(schema, withSearch ? { ...f, q: f.q.trim() } : { ...f, q: '' }).toString()
  return address(filter) !== address(widened(schema, views, filter))
}
