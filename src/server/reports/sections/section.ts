// Builds the contract's sections, figures and tables from sums.
import type { z } from 'zod'
import { roundShare } from '../../../contract/plain/shares.ts'
import { type FigureKey, isMoney, TABLES, type TableKey } from '../../../contract/report-figures.ts'
import type { ReportFigure, ReportSection, ReportTable } from '../../../contract/reports.ts'
import { rowName, rowsOf } from '../period.ts'
import type { Scope } from '../scope.ts'

export type Section = z.infer<typeof ReportSection>
type Figure = z.infer<typeof ReportFigure>
type Table = z.infer<typeof ReportTable>
/** Numbers by the key of their figure. */
export type Numbers = Partial<Record<FigureKey, number | null>>

/** Returns a percentage of two whole numbers with one decimal, 100 only for a full share; null when `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundShare(part, whole, 1_000) / 10

/** Returns the figures of a section with their previous values. Money only when the scope includes it. */
export const figuresOf = (scope: Scope, keys: readonly FigureKey[], now: Numbers, before: Numbers): Figure[] =>
  keys
    .filter((key) => scope.money || !isMoney(key))
    .map((key) => ({ key, value: now[key] ?? null, before: before[key] ?? null }))

/** Returns a table with all its columns except those in `but`. Money only when the scope includes it. */
export function tableOf(
  scope: Pick<Scope, 'money'>,
  key: TableKey,
  rows: readonly { id: string | null; name: string; numbers: Numbers }[],
  but: readonly FigureKey[] = [],
): Table {
  const columns = (TABLES[key].columns as readonly FigureKey[]).filter(
    (c) => (scope.money || !isMoney(c)) && !but.includes(c),
  )
  return {
    key,
    columns,
    rows: rows.map(({ id, name, numbers }) => ({ id, name, values: columns.map((c) => numbers[c] ?? null) })),
  }
}

/**
 * Returns at most `most` rows. Rows beyond that are added up in a last one, such as “12 other companies”, so that the
 * columns of a table still add up to the figures above it.
 */
export function foldRest<T extends object>(
  rows: readonly T[],
  most: number,
  things: string,
  nameOf: (row: T) => { id: string; name: string },
  numbersOf: (row: T) => Numbers,
): { id: string | null; name: string; numbers: Numbers }[] {
  const toRow = (row: T) => ({ ...nameOf(row), numbers: numbersOf(row) })
  if (rows.length <= most) return rows.map(toRow)
  const others = rows.slice(most - 1)
  const add = (values: unknown[]) =>
    values.every((value) => value === null) ? null : values.reduce<number>((sum, v) => sum + (Number(v) || 0), 0)
  const sums = Object.fromEntries(
    Object.keys(others[0] as T).map((key) => [key, add(others.map((row) => row[key as keyof T]))]),
  ) as T
  return [
    ...rows.slice(0, most - 1).map(toRow),
    { id: null, name: `${others.length} other ${things}`, numbers: numbersOf(sums) },
  ]
}

/** Returns a row for every part of the span, including empty ones. */
export const overTime = (scope: Scope, numbersOf: (row: string) => Numbers) =>
  rowsOf(scope.span, scope.cut).map(({ row, from, to }) => ({
    id: from,
    name: rowName({ from, to }, scope.cut),
    numbers: numbersOf(row),
  }))
