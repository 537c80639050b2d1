import type { ReactNode } from 'react'

/** A column of a `DataTable`. Hold the array still (module constant or `useMemo`), or every row renders again. */
export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name by which the server sorts it; without it the column cannot be sorted. */
  sort?: string
  align?: 'start' | 'end'
  /** A width as Tailwind class, such as `w-32`. Columns without one share what is left. */
  width?: string
  /** `wide` columns go when the table is narrower than 56rem, `medium` ones below 48rem. */
  priority?: 'always' | 'medium' | 'wide'
  /** Where it stands in a phone's card. Default: the first two columns `title`, the others `meta`. */
  phone?: 'title' | 'meta' | 'hidden'
}

/** The order the server gives. */
export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

const hiddenBelow = { always: '', medium: '@max-3xl:hidden', wide: '@max-4xl:hidden' }

/** The classes that a column's header and cells share. */
export function columnClass(column: Column<never>): string {
  return [
    column.align === 'end' ? 'text-right' : 'text-left',
    column.width ?? '',
    hiddenBelow[column.priority ?? 'always'],
  ].join(' ')
}
