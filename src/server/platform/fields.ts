// One declaration for each field of a record, and everything that a module derives from it.
//
//   const field = fieldOf<Selectable<Tickets>, TicketFilter>()
//   export const ticketFields = defineFields('t', {
//     assetTag: field({
//       label: 'Asset tag',                              // its name in CSV, history and notifications
//       columns: ['asset_tag'],                          // what the query selects for it
//       present: (row) => row.asset_tag,                 // the API value; `row` has only what was selected above
//       filter: { assetTag: equals('t.asset_tag') },     // by the name of the filter in the contract
//       export: {},                                      // a column of the CSV and the company export; false: none
//       write: { by: 'staff', column: 'asset_tag' },     // who may change it, and the column that an edit sets
//       history: { notify: true },                       // a change is added to the history, and people are notified
//     }),
//   })
//
//   db.selectFrom('tickets as t').select(ticketFields.list)   // rows have the types of the declarations
//   ticketFields.readPage(query, order)                       // the same for a page of a list
//   presentFields(ticketFields, 'list', row)                  // an item of the API, by the names of the fields
//   filterConditions(ticketFields, filter, actor)             // conditions to join by `and`
//   getSortOrder(ticketFields, filter.sort)                   // column, kind and value of an order
//   exportFields(ticketFields, row)                           // values by the keys of `ticketFields.exported`
//   buildCsv(ticketFields)                                    // titles and cells of a CSV, for `csvRoute`
//   getFileFields(contactFields, 'csv')                       // columns and selection of one file, if files differ
//
// Edits and their history are in field-edits.ts.
import { type AliasedRawBuilder, type Expression, type RawBuilder, sql } from 'kysely'
import type { CursorValue } from './database/cursor.ts'
import type { Actor, Db } from './database/db.ts'
import { cellsOf, type ExportColumn } from './http/export-column.ts'

/** Where a field appears: in lists and the full record, in the full record only, or in exported files only. */
export type Shown = 'list' | 'record' | 'export'
type Expressions = Readonly<Record<string, RawBuilder<unknown>>>
/** The part of a row that a field selects. */
type RowOf<Table, C extends keyof Table, E> = Pick<Table, C> & {
  [Name in keyof E]: E[Name] extends RawBuilder<infer Value> ? Value : never
}

/** Returns the SQL condition for the value of a filter, or undefined when the value does not restrict the list. */
export type Condition<Value> = (value: Value, actor: Actor) => RawBuilder<boolean> | undefined

/** The files that a record is written to: the CSV of its list, and the company export. */
export type RecordFile = 'csv' | 'company'

/** A column of the CSV and the company export. Key, title and labels are those of the field unless given here. */
export type Exported<Value> = Partial<ExportColumn> & {
  value?: (value: Value) => string | number | boolean | object | null
  /** Restricts the column to one file. Default: both. */
  only?: RecordFile
}

/** A field that refers to another record by id. */
export type Reference = {
  /** Returns the chosen record with its name; undefined for null. Refuses a record that cannot be chosen. */
  choose: (db: Db, companyId: string, id: string | null) => Promise<{ id: string; name: string } | undefined>
  /** Returns the name of the previous record; undefined when it no longer exists. Not needed without history. */
  nameOf?: (db: Db, companyId: string, id: string) => Promise<string | undefined>
}

/** How an edit changes a field. */
export type Write<Table> = {
  by: 'everyone' | 'staff'
  /** The column that an edit sets. */
  column: keyof Table & string
  /** The name in the input of an edit. Default: the name of the field. */
  input?: string
  reference?: Reference
  /** Converts an input to the value of the column. Undefined leaves the column unchanged. */
  keep?: (value: Any) => unknown
  /** The value in a new record when the input omits the field. Default: null. */
  initial?: unknown
}

type Declared<Table, Filter, C extends keyof Table & string, E, Value, Where extends Shown> = {
  /** The name of the field for people. */
  label: string
  /** Default: 'list'. */
  shown?: Where
  /** Columns of the record's own table. */
  columns?: readonly C[]
  /** SQL expressions, by their name in a row. */
  computed?: E
  present: (row: RowOf<Table, C, E>) => Value
  /** Labels of codes. */
  names?: Readonly<Record<string, string>>
  /** Conditions by filter name. */
  filter?: { [Name in keyof Filter]?: Condition<NonNullable<Filter[Name]>> }
  /** Orders by name. `of` returns the value by which a row is ordered, as text. */
  sort?: Readonly<Record<string, Order<RowOf<Table, C, E>>>>
  /** False if another field exports the same, or the value is not useful outside the product. */
  export: Exported<Value> | readonly Exported<Value>[] | false
  write?: Write<Table>
  /** Adds changes to the history. With `notify`, people are also notified. */
  history?: { notify?: true }
}
type Order<Row> = { by: RawBuilder<unknown>; kind: CursorValue; of: (row: Row) => string }

/** A field of a record. */
export type Field<Table, Filter, C extends keyof Table & string, E, Value, Where extends Shown> = Declared<
  Table,
  Filter,
  C,
  E,
  Value,
  Where
> & { shown: Where; columns: readonly C[]; computed: E }

/** Returns the function that declares a field of a table. Columns and filters that do not exist do not compile. */
export const fieldOf =
  <Table, Filter>() =>
  <
    const C extends keyof Table & string = never,
    E extends Expressions = Record<never, never>,
    Value = unknown,
    const Where extends Shown = 'list',
  >(
    declared: Declared<Table, Filter, C, E, Value, Where>,
    // Do not infer from the parameter of `defineFields`: a field without `shown` would then appear everywhere.
  ): Field<Table, Filter, NoInfer<C>, NoInfer<E>, NoInfer<Value>, NoInfer<Where>> => ({
    ...declared,
    shown: declared.shown ?? ('list' as Where),
    columns: declared.columns ?? [],
    computed: declared.computed ?? ({} as E),
  })

// The common type of the fields of all tables. The type of a row is known only where its field is declared.
// biome-ignore lint/suspicious/noExplicitAny: `SelectionOf` and `Presented` recover the types of each field
type Any = any
export type AnyField = {
  label: string
  shown: Shown
  columns: readonly string[]
  computed: Expressions
  present: (row: Any) => Any
  names?: Readonly<Record<string, string>>
  filter?: Readonly<Record<string, Condition<Any> | undefined>>
  sort?: Readonly<Record<string, Order<Any>>>
  export: Exported<Any> | readonly Exported<Any>[] | false
  write?: Write<Any>
  history?: { notify?: true }
}
export type Fields = Readonly<Record<string, AnyField>>

type SelectionOf<Alias extends string, F> = F extends {
  columns: readonly (infer C extends string)[]
  computed: infer E
}
  ?
      | `${Alias}.${C}`
      | {
          [Name in keyof E & string]: E[Name] extends RawBuilder<infer V> ? AliasedRawBuilder<V, Name> : never
        }[keyof E & string]
  : never
/** The names of the fields that are shown in `Where`. */
type ShownIn<F extends Fields, Where> = {
  [Name in keyof F]: F[Name]['shown'] extends Where ? Name : never
}[keyof F]
type Selections<Alias extends string, F extends Fields, Where> = readonly SelectionOf<Alias, F[ShownIn<F, Where>]>[]
/** The API values of the fields that are shown in `Where`. */
export type Presented<F extends Fields, Where> = { [Name in ShownIn<F, Where>]: ReturnType<F[Name]['present']> }

/** The row that `presentFields` needs, for queries written in SQL. */
export type RowFor<D extends { fields: Fields }, Where> = All<
  Parameters<D['fields'][ShownIn<D['fields'], Where>]['present']>[0]
>
type All<Union> = (Union extends unknown ? (of: Union) => void : never) extends (of: infer Each) => void ? Each : never

/** A name of another record: `column` of the table or view `from`, in the row whose id is in the column `by`. */
type Lookup = { from: string; column: string; by: string }
const lookups = new WeakMap<RawBuilder<unknown>, Lookup>()
/** Returns an expression for the name of another record; null when the reader may not see that record. */
export function lookUpName(alias: string, lookup: Lookup): RawBuilder<string | null> {
  const { from, column, by } = lookup
  const name = sql<
    string | null
  >`(select ${sql.ref(`x.${column}`)} from ${sql.table(from)} as "x" where "x"."id" = ${sql.ref(`${alias}.${by}`)})`
  lookups.set(name, lookup)
  return name
}

/** A query that can select something else. */
type Reselectable = { clearSelect(): { select(selection: never): Expression<unknown> } }

/**
 * Returns a function that reads a page with the selection of `fields`: the rows of `query`, in the given order. A name
 * of another record is read once per record. Reading it once per row costs more than the rows themselves, and more with
 * every company, because it descends an index each time.
 */
function pageReader<Row>(alias: string, fields: AnyField[]) {
  const columns = [...new Set(fields.flatMap((f) => f.columns))]
  const computed = [...new Map(fields.flatMap((f) => Object.entries<RawBuilder<unknown>>(f.computed)))]
  const named = computed.flatMap(([name, expression]) => {
    const lookup = lookups.get(expression)
    return lookup ? [{ name, ...lookup, names: `${lookup.from}.${lookup.column}` }] : []
  })
  const own = computed.filter(([, expression]) => !lookups.has(expression))
  const selection = [...columns.map((name) => `${alias}.${name}`), ...own.map(([name, e]) => e.as(name))] as never
  const sources = [...Map.groupBy(named, ({ names }) => names)].map(([names, [first, ...more]]) => {
    const { from, column } = first as (typeof named)[number]
    const ids = [first as (typeof named)[number], ...more].map(({ by }) => sql`select ${sql.ref(by)} from page`)
    return sql`${sql.id(names)} as materialized (select jsonb_object_agg("x"."id", ${sql.ref(`x.${column}`)}) as found
      from ${sql.table(from)} as "x" where "x"."id" = any(array(${sql.join(ids, sql` union `)})))`
  })
  const shown = sql.join([
    ...[...columns, ...own.map(([name]) => name)].map((name) => sql.ref(`${alias}.${name}`)),
    ...named.map(
      ({ name, by, names }) =>
        sql`(select found ->> ${sql.ref(`${alias}.${by}`)}::text from ${sql.id(names)}) as ${sql.id(name)}`,
    ),
  ])
  return (query: Reselectable, order: RawBuilder<unknown>): RawBuilder<Row> =>
    sql<Row>`with ${sql.join([sql`page as materialized (${query.clearSelect().select(selection)})`, ...sources])}
      select ${shown} from page as ${sql.id(alias)} order by ${order}`
}

/** Returns what to select for some fields: columns first, then expressions, without duplicates. */
function selectionOf(alias: string, fields: AnyField[]): unknown[] {
  const columns = new Set(fields.flatMap((f) => f.columns.map((name: string) => `${alias}.${name}`)))
  const computed = new Map(fields.flatMap((f) => Object.entries<RawBuilder<unknown>>(f.computed)))
  return [...columns, ...[...computed].map(([name, expression]) => expression.as(name))]
}

const exportedOf = ({ export: columns }: AnyField, file?: RecordFile): readonly Exported<unknown>[] =>
  (columns === false ? [] : [columns].flat()).filter(({ only }) => !file || !only || only === file)

/** How the columns of a file are made from a field. */
type Exporter = {
  present: AnyField['present']
  columns: readonly { key: string; value: (shown: unknown) => unknown }[]
}

function exportersOf(fields: Fields, file?: RecordFile): Exporter[] {
  return Object.entries(fields).flatMap(([name, f]) => {
    const columns = exportedOf(f, file).map(({ key = name, value = (shown: unknown) => shown }) => ({ key, value }))
    return columns.length > 0 ? [{ present: f.present, columns }] : []
  })
}

const exportColumnsOf = (fields: Fields, file?: RecordFile): ExportColumn[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    exportedOf(field, file).map(({ value: _, only: __, ...column }) => ({
      key: name,
      head: field.label,
      ...(field.names ? { names: field.names } : {}),
      ...column,
    })),
  )

/**
 * Declares the fields of a record, in the order of their columns in files, and returns them with what queries, lists
 * and files need. `alias` is the alias of its table in queries. Throws when two fields have an order of the same name.
 */
export function defineFields<const Alias extends string, F extends Fields>(alias: Alias, fields: F) {
  const shown = (...where: Shown[]) => Object.values(fields).filter((f) => where.includes(f.shown))
  const sorts = Object.values(fields).flatMap((f) => Object.entries<Order<never>>(f.sort ?? {}))
  if (new Set(sorts.map(([name]) => name)).size < sorts.length) throw new Error('Two orders have the same name.')
  const presentersOf = (where: Shown) =>
    Object.entries(fields).flatMap(([name, f]) => (f.shown === where ? [[name, f.present] as const] : []))
  return {
    alias,
    fields,
    // Computed once, since lists and files have many rows.
    presenters: { list: presentersOf('list'), record: presentersOf('record'), export: presentersOf('export') },
    // For rows that have what the exported fields select.
    exporters: exportersOf(fields),
    /** The selection of a list. */
    list: selectionOf(alias, shown('list')) as unknown as Selections<Alias, F, 'list'>,
    /** Reads a page of a list. */
    readPage: pageReader<RowFor<{ fields: F }, 'list'>>(alias, shown('list')),
    /** The additional selection of a full record. */
    record: selectionOf(alias, shown('record')) as unknown as Selections<Alias, F, 'record'>,
    /** The additional selection of an export, compared with a list. */
    forExport: selectionOf(
      alias,
      shown('record', 'export').filter((f) => exportedOf(f).length > 0),
    ) as unknown as Selections<Alias, F, 'export'>,
    /** The columns of the CSV and the company export. */
    exported: exportColumnsOf(fields),
    /** The columns that an edit can set. */
    written: Object.values(fields).flatMap(({ write }): string[] => (write ? [write.column] : [])),
    sorts: Object.fromEntries(sorts) as Readonly<Record<string, Order<Any>>>,
  }
}
export type Defined<F extends Fields> = { fields: F }

/** Returns the API values of a row. */
export function presentFields<F extends Fields, Where extends Shown>(
  { presenters }: Defined<F> & { presenters: Record<Shown, (readonly [string, AnyField['present']])[]> },
  where: Where,
  row: object,
): Presented<F, Where> {
  const presented: Record<string, unknown> = {}
  for (const [name, present] of presenters[where]) presented[name] = present(row)
  return presented as Presented<F, Where>
}

/**
 * Returns the columns of one file, for a record whose CSV and company export differ: the columns, the exporters for
 * `exportFields`, and what a query has to select for them and for the orders.
 */
export const getFileFields = ({ alias, fields }: { alias: string; fields: Fields }, file: RecordFile) => ({
  exported: exportColumnsOf(fields, file),
  exporters: exportersOf(fields, file),
  // The rows are not typed. A query must select anything else it reads from them.
  selection: selectionOf(
    alias,
    Object.values(fields).filter((f) => exportedOf(f, file).length > 0 || (file === 'csv' && f.sort)),
  ) as never[],
})

/** Returns the values of a row in a file, by the keys of its columns. */
export function exportFields({ exporters }: { exporters: readonly Exporter[] }, row: object): Record<string, unknown> {
  const exported: Record<string, unknown> = {}
  for (const { present, columns } of exporters) {
    const shown = present(row)
    for (const { key, value } of columns) exported[key] = value(shown)
  }
  return exported
}

/** Returns titles and cells of a CSV with the exported columns, for `csvRoute`. */
export const buildCsv = (file: { exporters: readonly Exporter[]; exported: readonly ExportColumn[] }) => ({
  head: file.exported.map((column) => column.head),
  cells: (row: object) => cellsOf(file.exported, exportFields(file, row)),
})

/** Returns a condition for each filter that is set, in the order of the fields. */
export const filterConditions = ({ fields }: Defined<Fields>, filter: object, actor: Actor): RawBuilder<boolean>[] =>
  Object.values(fields)
    .flatMap((f) => Object.entries<Condition<never> | undefined>(f.filter ?? {}))
    .flatMap(([name, condition]) => {
      const value = (filter as Record<string, unknown>)[name]
      return (condition && value !== undefined && value !== '' && condition(value as never, actor)) || []
    })

/** Returns an order by its name. Throws for an unknown one. */
export function getSortOrder({ sorts }: { sorts: Readonly<Record<string, Order<Any>>> }, name: string): Order<Any> {
  const order = sorts[name]
  if (!order) throw new Error(`No field has an order called ${name}.`)
  return order
}

/** Returns the condition that a column has one of the values. */
export const isAnyOf =
  (column: string): Condition<readonly (string | number)[]> =>
  (values) =>
    sql<boolean>`${sql.ref(column)} in (${sql.join([...values])})`
/** Returns the condition that a column has the value. */
export const equals =
  (column: string): Condition<string> =>
  (value) =>
    sql<boolean>`${sql.ref(column)} = ${value}`
/** Returns the condition that a column refers to this id, to the reader (`me`), or to nothing (`none`). */
export const refersTo =
  (column: string): Condition<string> =>
  (value, actor) =>
    value === 'none'
      ? sql<boolean>`${sql.ref(column)} is null`
      : sql<boolean>`${sql.ref(column)} = ${value === 'me' ? actor.userId : value}`
