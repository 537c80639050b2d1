import { ArrowDown, ArrowDownUp, ArrowUp, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button'
import { Checkbox } from './checkbox'
import { Select } from './control'
import { cx } from './cx'
import { Skeleton } from './skeleton'
import { type Column, columnClass, type Sort } from './table-column'
import { TableCard, TableRow } from './table-row'
import { phoneQuery, useMedia } from './use-media'

interface DataTableProps<Row> {
  /** The table's name, for screen readers: "Tickets". */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What the row is, in a few words: names its checkbox. */
  rowLabel: (row: Row) => string
  /** Where a row leads. The first column becomes the link, the whole row takes the click. */
  rowHref?: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Keys of the chosen rows; with `onSelect` the rows get checkboxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** The menu at a row's end. Hold the function still, or every row renders again. */
  rowActions?: (row: Row) => ReactNode
  /** Buttons (size `sm`) that stand in the head's place while rows are chosen. */
  bulkActions?: ReactNode
  /** First load shows skeleton rows; later loads a moving line over the rows that are there. */
  loading?: boolean
  skeletonRows?: number
  /** Stands in place of the rows when there are none: an `EmptyState` or `ErrorState`. */
  empty?: ReactNode
  /** Usually a `TableFooter`. */
  footer?: ReactNode
  /** Lets j, k and x work with focus on the page's body too. Off where the reader switched single keys off. */
  pageKeys?: boolean
  /** What phones can sort by, where that is more than the columns that are shown. */
  sortable?: readonly { key: string; label: string }[]
  /** In px. Where the table has less room, it scrolls sideways (and its head no longer sticks). */
  minWidth?: number
}

const none: ReadonlySet<string> = new Set()

/**
 * A list from the server: sticky head, 44 px rows, sorting, selection; cards on phones.
 * Keys in a row: j/k or arrows move, with Shift they select on the way; Enter or o opens, x selects. A row that goes
 * while it has focus hands it to the one in its place. The head sticks at `--sticky-top`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, sort, onSort, onSelect, loading = false, skeletonRows = 8, empty, footer } = props
  const selected = props.selected ?? none
  const phone = useMedia(phoneQuery)
  const box = useRef<HTMLDivElement>(null)
  const { toggle, toggleAll } = useSelection(props)
  const scrolls = useNarrower(box, phone ? undefined : props.minWidth)
  const sortable = props.sortable ?? columns.flatMap((c) => (c.sort ? [{ key: c.sort, label: c.header }] : []))
  const keys = rows.map(props.rowKey)
  const last = useFocusKept(box, keys)
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
  const body = { onClick: openRow, onKeyDown: handleRowKey, 'aria-busy': loading || undefined }
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
        {loading ? `Loading ${label}` : ''}
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
          style={scrolls ? { minWidth: props.minWidth } : undefined}
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

/** Choosing one, a range with Shift, or all. The functions stay the same, so that memoised rows do too. */
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
      // Two in one go: the second one must know of the first.
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

/** A press on a row is a press on its link, unless it met a control, a menu opened from the row, or selected text. */
function openRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as Element
  if (event.defaultPrevented || !event.currentTarget.contains(target)) return
  if (target.closest('a, button, input, label, select, textarea')) return
  if (getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  target
    .closest('[data-row]')
    ?.querySelector('[data-row-link]')
    ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

function handleRowKey(event: KeyboardEvent<HTMLElement>) {
  if (event.currentTarget.contains(event.target as Node)) moveByKey(event.nativeEvent, event.currentTarget)
}

const STEPS: Record<string, number> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 }

/** Moves focus between rows, selects or opens; true where the key meant something. `from` is the row that had focus last. */
function moveByKey(event: globalThis.KeyboardEvent, body: Element, from?: string): boolean {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  const step = STEPS[key]
  if (!step && key !== 'x' && key !== 'o') return false
  const rows = [...body.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  if (key === 'o') {
    if (at < 0) return false
    rows[at]?.querySelector<HTMLElement>('[data-row-link]')?.click()
  } else if (!step) rows[at]?.querySelector<HTMLElement>('[data-row-select]')?.click()
  else {
    const before = at < 0 ? rows.findIndex((row) => row.dataset.row === from) : at
    const row = rows[before < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, before + (at < 0 ? 0 : step)))]
    if (event.shiftKey && at >= 0) for (const one of [rows[at], row]) select(one)
    rowFocus(row)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  }
  event.preventDefault()
  return true
}

function select(row: Element | undefined) {
  const box = row?.querySelector<HTMLInputElement>('[data-row-select]')
  if (box && !box.checked) box.click()
}

/**
 * Remembers which row has focus. When it goes (it no longer passes the filter), the row that stands in its place takes
 * focus, so that the next key is not lost.
 */
function useFocusKept(
  box: React.RefObject<HTMLElement | null>,
  keys: readonly string[],
): React.RefObject<string | undefined> {
  const last = useRef<string>(undefined)
  const place = useRef(-1)
  useEffect(() => {
    function onFocus(event: FocusEvent) {
      const target = event.target as Element
      const row = box.current?.contains(target) ? target.closest<HTMLElement>('[data-row]') : undefined
      if (row) {
        last.current = row.dataset.row
        place.current = [...(box.current?.querySelectorAll('[data-row]') ?? [])].indexOf(row)
      }
      // What opens above the page gives focus back.
      else if (
        box.current &&
        !target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [data-base-ui-focus-guard]')
      )
        last.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [box])
  useEffect(() => {
    if (last.current === undefined) return
    const at = keys.indexOf(last.current)
    if (at >= 0) {
      place.current = at
      return
    }
    if (place.current < 0 || keys.length === 0 || document.activeElement !== document.body) return
    const next = keys[Math.min(place.current, keys.length - 1)] as string
    last.current = next
    rowFocus(box.current?.querySelector(`[data-row="${CSS.escape(next)}"]`) ?? undefined)?.focus()
  })
  return last
}

/** Where a row takes focus: whoever comes from a checkbox stays with checkboxes, all others get the link. */
function rowFocus(row: Element | undefined): HTMLElement | null | undefined {
  const find = (mark: string) => row?.querySelector<HTMLElement>(mark)
  if (document.activeElement?.matches('[data-row-select]')) return find('[data-row-select]')
  return find('[data-row-link]') ?? find('[data-row-select]')
}

function usePageKeys(
  box: React.RefObject<HTMLDivElement | null>,
  on: boolean,
  last: React.RefObject<string | undefined>,
) {
  useEffect(() => {
    if (!on) return
    function onKey(event: globalThis.KeyboardEvent) {
      const body = box.current?.querySelector('tbody, ul')
      if (document.activeElement === document.body && body && !event.key.startsWith('Arrow'))
        moveByKey(event, body, last.current)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [box, on, last])
}

/** Whether the box is narrower than the table wants to be. */
function useNarrower(box: React.RefObject<HTMLDivElement | null>, minWidth: number | undefined): boolean {
  const [narrower, setNarrower] = useState(false)
  useLayoutEffect(() => {
    const node = box.current
    if (!node || minWidth === undefined) return setNarrower(false)
    const look = () => setNarrower(node.clientWidth < minWidth)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(node)
    return () => observer.disconnect()
  }, [box, minWidth])
  return narrower
}

function turned(column: Column<never>, sort: Sort | undefined): Sort {
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
  /** The bulk bar lies over it: its button must not take focus. */
  covered: boolean
}) {
  const direction = column.sort !== undefined && sort?.key === column.sort ? sort.direction : undefined
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowDownUp
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      className={cx('truncate px-3 font-medium text-muted text-xs', columnClass(column))}
    >
      {column.sort && onSort ? (
        <button
          type="button"
          tabIndex={covered ? -1 : undefined}
          onClick={() => onSort(turned(column, sort))}
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

/** Cards have no head: phones sort by a choice list. */
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
    <span className="ml-auto flex items-center gap-1">
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
        label={direction === 'asc' ? 'Ascending, turn to descending' : 'Descending, turn to ascending'}
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

/** How many rows are chosen and what can be done with them. */
function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <>
      <span role="status" className="tabular mr-1 whitespace-nowrap font-medium text-sm">
        {count} selected
      </span>
      {children}
      {/* On phones the checkbox clears. */}
      <span className="ml-auto max-md:hidden">
        <IconButton size="sm" label="Clear selection" icon={<X aria-hidden className="size-4" />} onClick={onClear} />
      </span>
    </>
  )
}

const barWidths = ['w-3/5', 'w-4/5', 'w-2/5', 'w-3/4', 'w-1/2']

function SkeletonRows<Row>({
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
        <td key={column.key} className={cx('px-3', columnClass(column))}>
          <Skeleton className={cx('h-3', column.align === 'end' && 'ml-auto', barWidths[(row + index * 2) % 5])} />
        </td>
      ))}
      {after && <td className="w-12" />}
    </tr>
  ))
}

function SkeletonCards({ count }: { count: number }) {
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
