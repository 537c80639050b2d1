// Placeholders for the rows of a table that is loading.

import { cx } from '../cx'
import { Skeleton } from '../skeleton'
import { type Column, getColumnClass } from './table-column'

const barWidths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']

/** Placeholder rows for wide screens. */
export function SkeletonRows<Row>({
  count,
  columns,
  before,
  after,
}: {
  count: number
  columns: readonly Column<Row>[]
  before: boolean
  after: boolean
}) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name.
    <tr key={row} aria-hidden className="h-11 not-last:[&>td]:border-b [&>td]:border-line">
      {before && <td className="w-11" />}
      {columns.map((column, index) => (
        <td key={column.key} className={cx('px-3', getColumnClass(column))}>
          <Skeleton className={cx('h-3', column.align === 'end' && 'ml-auto', barWidths[(row + index * 2) % 5])} />
        </td>
      ))}
      {after && <td className="w-12" />}
    </tr>
  ))
}

/** Placeholder cards for phones. */
export function SkeletonCards({ count }: { count: number }) {
  return (
    <div aria-hidden className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other name.
        <div key={row} className="space-y-2.5 px-3.5 py-4">
          <Skeleton className={cx('h-3.5', barWidths[row % 5])} />
          <Skeleton className={cx('h-3', barWidths[(row + 2) % 5])} />
        </div>
      ))}
    </div>
  )
}
