// A module's part of the company export: its tables with their columns, and the tables that are left out.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Actor, Db } from '../database/db.ts'
import type { ExportColumn } from '../http/export-column.ts'
import type { Platform } from '../platform.ts'

export type Value = string | number | boolean | null | string[] | object
/** Labels of codes in CSV files. */
export type ValueNames = Readonly<Record<string, string>>
/** A stored file with its path in the archive. */
export type ExportedFile = { id: string; type: string; size: number | string; path: string }
/** A table of an export. `from` are the database tables whose rows it contains; `rows` reads them from the start. */
export type ExportTable = {
  name: string
  from: readonly string[]
  columns: readonly ExportColumn[]
  rows: () => AsyncGenerator<Record<string, Value>>
  /** For tables of files: the files themselves, which are added to the archive. */
  files?: () => AsyncGenerator<ExportedFile>
}
/** Why a database table is not in an export. The README of the archive explains each reason. */
export type LeftOutReason =
  | 'secrets'
  | 'calculated'
  | 'drawn'
  | 'personal'
  | 'imported'
  | 'announced'
  | 'internal'
  | 'offered'
/**
 * A module's part of a company's export. Every table of the database is in `from` of one of `tables` or in `leftOut`.
 */
export type CompanyExport = {
  tables?: (platform: Platform, actor: Actor) => ExportTable[]
  leftOut?: Partial<Record<LeftOutReason, readonly string[]>>
}

/** Rows per page. */
export const PAGE = 500

/** Yields the rows of a query that is read page by page. */
export async function* paged<Row extends { cursor: string }>(
  ask: (after: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Omit<Row, 'cursor'>> {
  let after: string | undefined
  for (;;) {
    const rows = await ask(after)
    for (const { cursor: _, ...row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.cursor
  }
}

const HEADS: Record<string, string> = {
  id: 'ID',
  sha256: 'SHA-256',
  ip: 'IP address',
  apiKey: 'API key',
  kind: 'Type',
  state: 'Status',
  at: 'Date and time',
  for: 'Description',
  account: 'User',
  person: 'User',
  size: 'Size in bytes',
  unitCents: 'Unit price',
  consentBy: 'Consent given by',
  consentAt: 'Consent given at',
  billedOn: 'Invoiced',
  nextMonthOn: 'Next billing date',
  monthFrom: 'Month starting on',
  roundingPer: 'Rounding applies to',
  expectedMinutes: 'Expected schedule in minutes',
  failure: 'Failure reason',
  card: 'Card ending in',
  balanceAfterMinutes: 'Balance after (minutes)',
  belowMinutes: 'Balance threshold in minutes',
  monthlyLimitCents: 'Monthly cap',
  takenBackMinutes: 'Minutes removed',
  lastDigits: 'Last four digits',
  expiresMonth: 'Expiration month',
  expiresYear: 'Expiration year',
  lastSeenAt: 'Last active',
  canceledAt: 'Canceled at',
  cancelReason: 'Cancellation reason',
  keptIn: 'Stored in',
  returnedComment: 'Requested changes',
}
/** Returns the column title for a key: `dueOn` becomes "Due on". Drops "Cents", because CSV has dollars. */
function headOf(key: string): string {
  const words = key.replace(/Cents$/, '').replace(/(?<=[a-z])[A-Z]/g, (c) => ` ${c.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/ id$/, ' ID')
}

/** Returns columns for keys. `names` has labels of values in CSV, and `heads` column titles of this table, by key. */
export const toExportColumns = (
  keys: readonly string[],
  names: Readonly<Record<string, ValueNames>> = {},
  heads: Readonly<Record<string, string>> = {},
): ExportColumn[] =>
  keys.map((key) => ({
    key,
    head: heads[key] ?? HEADS[key] ?? headOf(key),
    ...(names[key] ? { names: names[key] } : {}),
    ...(key.endsWith('Cents') ? { cents: true as const } : {}),
  }))

/** Returns a subselect of the number of the record that a column refers to, with its letter: `A-12`. */
export const numberOf = (letter: string, table: string, alias: string, column: string) =>
  sql<string | null>`(select ${sql.lit(`${letter}-`)} || numbered.number from ${sql.table(table)} numbered
    where numbered.company_id = ${sql.ref(`${alias}.company_id`)} and numbered.id = ${sql.ref(`${alias}.${column}`)})`
/** Returns a subselect of the name of the person that a column refers to. */
export const personOf = (column: string) =>
  sql<string | null>`(select p.full_name from people p where p.id = ${sql.ref(column)})`
/** Returns an expression for a date as `YYYY-MM-DD`. */
export const dayOf = (column: string) => sql<string | null>`${sql.ref(column)}::text`

/** Returns functions that make the tables of one export. They are read as the company itself. */
export function tableMaker(platform: Platform, actor: Actor) {
  const own = actor.companyId
  const ask = <T>(query: (db: Db) => Promise<T>) => platform.db.askAs(actor, query)
  type Page<Row> = (db: Db, after: string | undefined) => Promise<Row[]>
  /** Returns a table for a query that gives one page of its rows. */
  const table = <Row extends { cursor: string }>(
    name: string,
    from: readonly string[],
    columns: readonly ExportColumn[],
    page: Page<Row>,
  ): ExportTable => ({
    name,
    from,
    columns,
    rows: () => paged((after) => ask((db) => page(db, after))) as unknown as AsyncGenerator<Record<string, Value>>,
  })
  return {
    table,
    /** Returns a table whose rows are files, which are added to the archive at their `path`. */
    fileTable: <Row extends { cursor: string } & ExportedFile>(
      name: string,
      from: readonly string[],
      columns: readonly ExportColumn[],
      page: Page<Row>,
    ): ExportTable => ({
      ...table(name, from, columns, page),
      files: () => paged<{ cursor: string } & ExportedFile>((after) => ask((db) => page(db, after))),
    }),
    /** Completes a query: one page of the company's own rows after `after`. `of` is the table's alias with a dot. */
    pageOf:
      (of: string, after: string | undefined, by: string | RawBuilder<string> = 'id') =>
      <Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>): Promise<Row[]> => {
        const column = typeof by === 'string' ? sql.ref<string>(`${of}${by}`) : by
        return query
          .where(sql.ref<string>(`${of}company_id`), '=', own)
          .$if(after !== undefined, (q) => q.where(column, '>', after as string))
          .orderBy(column)
          .limit(PAGE)
          .execute() as Promise<Row[]>
      },
  }
}
