import { ArrowDown, ArrowDownUp, ArrowUp, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../button'
import { cx } from '../cx'
import { Checkbox } from '../forms/checkbox'
import { Select } from '../forms/control'
import { phoneQuery, useMedia } from '../use-media'
import { type Column, fitColumns, getColumnClass, type Sort } from './table-column'
import { rowEvents, useFocusKept, usePageKeys } from './table-keys.ts'
import { TableCard, TableRow } from './table-row'
import { SkeletonCards, SkeletonRows } from './table-skeleton.tsx'

interface DataTableProps<Row> {
  /** The table's accessible name, such as "Tickets". */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** A short name of the row, for its checkbox. */
  rowLabel: (row: Row) => string
  /** The page that a row opens. The first column becomes the link, and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Keys of the selected rows. With `onSelect`, rows have checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** The menu at the end of a row. Keep the function stable, or every row renders again. */
  rowActions?: (row: Row) => ReactNode
  /** Buttons (size `sm`) that replace the header while rows are selected. */
  bulkActions?: ReactNode
  /** The first load shows skeleton rows; later loads show a moving line above the existing rows. */
  loading?: boolean
  skeletonRows?: number
  /** Shown when there are no rows: an `EmptyState` or `ErrorState`. */
  empty?: ReactNode
  /** Usually a `TableFooter`. */
  footer?: ReactNode
  /** Lets j and k work when the page's body has focus. Off when the reader turned single-key shortcuts off. */
  pageKeys?: boolean
  /** Sort options on phones, if there are more than the columns. */
  sortable?: readonly { key: string; label: string }[]
}

const none: ReadonlySet<string> = new Set()

/** Widths of the cells beside the columns: the checkbox (w-11) and the menu (w-12). */
const SELECT_PX = 44

const ACTIONS_PX = 48

/**
 * A table of rows from the server with sticky header, 44 px rows, sorting and selection. On phones, rows are cards.
 * Keys in a row: j/k or arrows move, with Shift they also select; Enter or o opens, x selects. When the focused row
 * disappears, the row in its place gets focus. The header sticks at `--sticky-top`. When even the columns that are
 * always shown do not fit, the table scrolls horizontally and the header does not stick.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, sort, onSort, onSelect, loading = false, skeletonRows = 8, empty, footer } = props
  const selected = props.selected ?? none
  const phone = useMedia(phoneQuery)
  const box = useRef<HTMLDivElement>(null)
  const { toggle, toggleAll } = useSelection(props)
  const room = useWidth(box)
  const beside = (onSelect ? SELECT_PX : 0) + (props.rowActions ? ACTIONS_PX : 0)
  const { shown, needed } = useMemo(() => fitColumns(props.columns, room, beside), [props.columns, room, beside])
  const columns = phone ? props.columns : shown
  const scrolls = !phone && needed > room
  const sortable = props.sortable ?? props.columns.flatMap((c) => (c.sort ? [{ key: c.sort, label: c.header }] : []))
  const keys = rows.map(props.rowKey)
  const last = useFocusKept(box, keys, loading)
  usePageKeys(box, props.pageKeys ?? false, last)

  const chosen = rows.filter((row) => selected.has(props.rowKey(row))).length
  const selectAll = onSelect && (
    <Checkbox
      aria-label="Select all rows"
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      disabled={rows.length === 0}
      onChange={toggleAll}
      className="align-middle"
    />
  )
  const Line = phone ? TableCard : TableRow
  const lines = rows.map((row) => {
    const id = props.rowKey(row)
    return (
      <Line
        key={id}
        id={id}
        row={row}
        columns={columns}
        href={props.rowHref?.(row)}
        label={props.rowLabel(row)}
        selected={onSelect ? selected.has(id) : undefined}
        onToggle={toggle}
        actions={props.rowActions}
      />
    )
  })
  const first = loading && rows.length === 0
  const body = { ...rowEvents, 'aria-busy': loading || undefined }
  const bulk = onSelect && selected.size > 0 && (
    <BulkBar count={selected.size} onClear={() => onSelect(none)}>
      {props.bulkActions}
    </BulkBar>
  )

  return (
    <div
      ref={box}
      className={cx(
        '@container relative rounded-md border border-line bg-surface text-sm',
        scrolls ? 'scroll-thin overflow-x-auto [--sticky-top:0px]' : 'overflow-clip',
      )}
    >
      <p role="status" className="sr-only">
        {loading ? `Loading ${label}` : rows.length === 0 ? 'No results' : ''}
      </p>
      {loading && !first && (
        <span
          aria-hidden
          className="absolute inset-x-0 top-0 z-20 h-0.5 animate-sweep bg-accent motion-reduce:mx-auto motion-reduce:w-1/3"
        />
      )}
      {phone ? (
        <>
          {(selectAll || onSort) && (
            <div className="sticky top-(--sticky-top,0px) z-10 flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-1.5 border-line border-b bg-surface px-3.5 py-1.5">
              {selectAll && <span className="-ml-1 flex">{selectAll}</span>}
              {bulk || (onSort && <SortChoice sortable={sortable} sort={sort} onSort={onSort} />)}
            </div>
          )}
          {first ? (
            <SkeletonCards count={skeletonRows} />
          ) : (
            <ul {...body} aria-label={label} className="divide-y divide-line">
              {lines}
            </ul>
          )}
        </>
      ) : (
        <table
          className="w-full table-fixed border-separate border-spacing-0"
          style={scrolls ? { minWidth: needed } : undefined}
        >
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="h-10 *:sticky *:top-(--sticky-top,0px) *:z-10 *:border-line *:border-b *:bg-surface">
              {selectAll && (
                <td className="z-20! w-11 pl-3">
                  {selectAll}
                  {bulk && (
                    <div className="absolute inset-y-0 left-11 flex w-[calc(100cqw-2.75rem)] items-center gap-2 bg-surface pr-3 pl-3">
                      {bulk}
                    </div>
                  )}
                </td>
              )}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} covered={Boolean(bulk)} />
              ))}
              {props.rowActions && (
                <th scope="col" className="w-12">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...body}>
            {first ? (
              <SkeletonRows
                count={skeletonRows}
                columns={columns}
                before={Boolean(onSelect)}
                after={Boolean(props.rowActions)}
              />
            ) : (
              lines
            )}
          </tbody>
        </table>
      )}
      {!loading && rows.length === 0 && empty}
      {footer && rows.length > 0 && <div className="border-line border-t">{footer}</div>}
    </div>
  )
}

/**
 * Returns functions to select one row, a range with Shift, or all. They are stable, so that memoized rows do not
 * rerender.
 */
function useSelection<Row>(props: DataTableProps<Row>) {
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const anchor = useRef<string>(undefined)
  const [functions] = useState(() => ({
    toggle(id: string, range: boolean) {
      const { selected = none, onSelect, rows, rowKey } = latest.current
      const next = new Set(selected)
      const on = !next.has(id)
      const keys = rows.map(rowKey)
      const from = range && anchor.current !== undefined ? keys.indexOf(anchor.current) : -1
      const to = keys.indexOf(id)
      const touched = from < 0 ? [id] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
      for (const key of touched) on ? next.add(key) : next.delete(key)
      anchor.current = id
      // A second call before the next render must see this change.
      latest.current = { ...latest.current, selected: next }
      onSelect?.(next)
    },
    toggleAll() {
      const { selected = none, onSelect, rows, rowKey } = latest.current
      const keys = rows.map(rowKey)
      const next = new Set(selected)
      const some = keys.some((key) => next.has(key))
      for (const key of keys) some ? next.delete(key) : next.add(key)
      onSelect?.(next)
    },
  }))
  return functions
}

/** Returns the inner width of the box in px. Infinity until it is measured, which is before the first paint. */
function useWidth(box: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const look = () => setWidth(node.clientWidth)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(node)
    return () => observer.disconnect()
  }, [box])
  return width
}

function getNextSort(column: Column<never>, sort: Sort | undefined): Sort {
  const key = column.sort ?? ''
  return { key, direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc' }
}

function HeadCell<Row>({
  column,
  sort,
  onSort,
  covered,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  /** Whether the bulk bar covers it. Its button must then not take focus. */
  covered: boolean
}) {
  const direction = column.sort !== undefined && sort?.key === column.sort ? sort.direction : undefined
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowDownUp
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={cx('truncate px-3 font-medium text-muted text-xs', getColumnClass(column))}
    >
      {column.sort && onSort ? (
        <button
          type="button"
          tabIndex={covered ? -1 : undefined}
          onClick={() => onSort(getNextSort(column, sort))}
          className={cx(
            '-mx-1.5 inline-flex h-7 max-w-full items-center gap-1 rounded-sm px-1.5 font-medium transition-colors -outline-offset-2 hover:text-text',
            direction && 'text-text',
          )}
        >
          <span className="truncate">{column.header}</span>
          <Arrow aria-hidden className={cx('size-3 shrink-0', !direction && 'opacity-50')} />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** The sort menu on phones, where cards have no header. */
function SortChoice({
  sortable,
  sort,
  onSort,
}: {
  sortable: readonly { key: string; label: string }[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const direction = sort?.direction ?? 'asc'
  return (
    <span data-screen-only="" className="ml-auto flex items-center gap-1">
      <Select
        aria-label="Sort by"
        value={sort?.key ?? ''}
        onChange={(event) => onSort({ key: event.currentTarget.value, direction })}
        className="[&_select]:!h-11 [&_select]:!border-transparent [&_select]:!bg-transparent [&_select]:!text-sm"
      >
        {!sort && <option value="">Sort by</option>}
        {sortable.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      <IconButton
        size="sm"
        className="-mr-1.5 !size-11"
        label={direction === 'asc' ? 'Sorted ascending. Sort descending' : 'Sorted descending. Sort ascending'}
        icon={
          direction === 'asc' ? (
            <ArrowUp aria-hidden className="size-4" />
          ) : (
            <ArrowDown aria-hidden className="size-4" />
          )
        }
        disabled={!sort}
        onClick={() => sort && onSort({ key: sort.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
      />
    </span>
  )
}

/** The number of selected rows and their bulk actions. */
function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <>
      <span role="status" className="tabular mr-1 whitespace-nowrap font-medium text-sm">
        {count} selected
      </span>
      {children}
      {/* On phones, the checkbox clears the selection. */}
      <span className="ml-auto max-md:hidden">
        <IconButton size="sm" label="Clear selection" icon={<X aria-hidden className="size-4" />} onClick={onClear} />
      </span>
    </>
  )
}
