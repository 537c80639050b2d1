// Builds the contract's sections, figures and tables from sums.
import type { z } from 'zod'
import { type FigureKey, isMoney, TABLES, type TableKey } from '../../../contract/report-figures.ts'
import type { ReportFigure, ReportSection, ReportTable } from '../../../contract/reports.ts'
import { rowName, rowsOf } from '../period.ts'
import type { Scope } from '../scope.ts'

export type Section = z.infer<typeof ReportSection>
type Figure = z.infer<typeof ReportFigure>
type Table = z.infer<typeof ReportTable>
/** Numbers by the key of their figure. */
export type Numbers = Partial<Record<FigureKey, number | null>>

/** Returns a percentage with one decimal; null when `whole` is 0. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

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

/** Returns a row for every part of the span, including empty ones. */
export const overTime = (scope: Scope, numbersOf: (row: string) => Numbers) =>
  rowsOf(scope.span, scope.cut).map(({ row, from, to }) => ({
    id: from,
    name: rowName({ from, to }, scope.cut),
    numbers: numbersOf(row),
  }))
