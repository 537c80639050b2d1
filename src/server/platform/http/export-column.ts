// A column of an exported file: its name for programs, its name for people, and how its values are shown to people.
import { formatMoneyCell } from './csv.ts'

export type ExportColumn = {
  /** The name in JSON Lines. */
  key: string
  /** The name in CSV. */
  head: string
  /** Labels of values in CSV. Values without a label are written unchanged. */
  names?: Readonly<Record<string, string>>
  /** The value is in cents; CSV has dollars. */
  cents?: true
}

/** Returns a value as a CSV cell: labels instead of codes, dollars instead of cents, times in ISO 8601. */
export function cellOf({ names, cents }: Pick<ExportColumn, 'names' | 'cents'>, value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return cents ? formatMoneyCell(value) : value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((v) => names?.[String(v)] ?? String(v)).join('; ')
  if (typeof value === 'object') return JSON.stringify(value)
  return names?.[String(value)] ?? String(value)
}

/** Returns a row as CSV cells in the order of the columns. `values` are by column key. */
export const cellsOf = (columns: readonly ExportColumn[], values: Readonly<Record<string, unknown>>) =>
  columns.map((column) => cellOf(column, values[column.key]))
