import type { ReactNode } from 'react'

/** A column of a `DataTable`. Keep the array stable (module constant or `useMemo`), or every row renders again. */
export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The server's sort key. Without it, the column cannot be sorted. */
  sort?: string
  align?: 'start' | 'end'
  /** A width as a Tailwind class, such as `w-32`. Columns without one share the remaining space. */
  width?: string
  /**
   * `widest` columns are hidden when the table is narrower than 72rem, `wide` ones below 56rem, `medium` ones below
   * 48rem, and earlier when the first column would get too narrow to read.
   */
  priority?: 'always' | 'medium' | 'wide' | 'widest'
  /** Its place in the card on phones. Default: the first two columns `title`, the others `meta`. */
  phone?: 'title' | 'meta' | 'hidden'
}

/** The sort order of the rows from the server. */
export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

const priorities = ['always', 'medium', 'wide', 'widest'] as const
const HIDDEN_BELOW_PX = { always: 0, medium: 768, wide: 896, widest: 1152 }
/** The minimum width of a column without a `width`, such as the first one. */
const FREE_PX = 192
const UNIT_PX = 4

const widthOf = ({ width }: Column<never>): number => {
  const units = /(?:^|\s)w-(\d+)/.exec(width ?? '')?.[1]
  return units === undefined ? FREE_PX : UNIT_PX * Number(units)
}

/**
 * Returns the columns to show in a table of this width, in px, and the width that they need. `beside` is the width of
 * the row's checkbox and menu. `needed` is more than `room` when even the columns that are always shown do not fit.
 */
export function fitColumns<C extends Column<never>>(
  columns: readonly C[],
  room: number,
  beside: number,
): { shown: readonly C[]; needed: number } {
  const most = priorities.findLastIndex((priority) => room >= HIDDEN_BELOW_PX[priority])
  for (let level = most; ; level--) {
    const kept = priorities.slice(0, level + 1)
    const shown = columns.filter((column) => kept.includes(column.priority ?? 'always'))
    const needed = shown.reduce((sum, column) => sum + widthOf(column), beside)
    if (needed <= room || level === 0) return { shown: shown.length === columns.length ? columns : shown, needed }
  }
}

/** Returns the classes that a column's header and cells share. */
export function getColumnClass(column: Column<never>): string {
  return [column.align === 'end' ? 'text-right' : 'text-left', column.width ?? ''].join(' ')
}
