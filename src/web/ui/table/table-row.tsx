import { memo, type ReactNode } from 'react'
import { Anchor } from '../anchor'
import { cx } from '../cx'
import { Checkbox } from '../forms/checkbox'
import { type Column, getColumnClass } from './table-column'

interface RowProps<Row> {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  href: string | undefined
  label: string
  /** Undefined when rows cannot be selected. */
  selected: boolean | undefined
  onToggle: (id: string, range: boolean) => void
  actions: ((row: Row) => ReactNode) | undefined
}

type RowComponent = <Row>(props: RowProps<Row>) => ReactNode

function RowCheckbox({
  id,
  label,
  selected,
  onToggle,
}: Pick<RowProps<never>, 'id' | 'label' | 'selected' | 'onToggle'>) {
  return (
    <Checkbox
      aria-label={`Select ${label}`}
      data-row-select=""
      checked={selected ?? false}
      onChange={(event) => onToggle(id, (event.nativeEvent as MouseEvent).shiftKey === true)}
      className="align-middle"
    />
  )
}

const linkClass = 'rounded-[4px] group-hover:text-accent'

/** A table row on wide screens. */
export const TableRow = memo(function TableRow(props: RowProps<unknown>) {
  const { row, id, columns, href, label, selected, onToggle, actions } = props
  return (
    <tr
      data-row={id}
      aria-selected={selected}
      className={cx(
        'group h-11 transition-colors [&_:is(a,button,input)]:scroll-my-24 not-last:[&>td]:border-b [&>td]:border-line',
        href && 'cursor-pointer',
        selected ? 'bg-accent/7 hover:bg-accent/10' : 'hover:bg-raised has-[[data-row-link]:focus-visible]:bg-raised',
      )}
    >
      {selected !== undefined && (
        <td className="w-11 pl-3">
          <RowCheckbox id={id} label={label} selected={selected} onToggle={onToggle} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} className={cx('truncate px-3', getColumnClass(column))}>
          {index === 0 && href ? (
            <Anchor href={href} data-row-link="" className={linkClass}>
              {column.cell(row)}
            </Anchor>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && <td className="w-12 pr-2 text-right">{actions(row)}</td>}
    </tr>
  )
}) as RowComponent

/** A table row as a card on phones. */
export const TableCard = memo(function TableCard(props: RowProps<unknown>) {
  const { row, id, columns, href, label, selected, onToggle, actions } = props
  const place = (column: Column<unknown>, index: number) => column.phone ?? (index < 2 ? 'title' : 'meta')
  const title = (
    <>
      {columns
        .filter((column, index) => place(column, index) === 'title')
        .map((column) => (
          <span key={column.key} className="mr-2">
            {column.cell(row)}
          </span>
        ))}
    </>
  )
  return (
    <li
      data-row={id}
      className={cx(
        'group flex items-start gap-2.5 px-3.5 py-3 [&_:is(a,button,input)]:scroll-my-24',
        href && 'cursor-pointer',
        selected && 'bg-accent/7',
      )}
    >
      {selected !== undefined && (
        <span className="-ml-1 flex h-6 items-center">
          <RowCheckbox id={id} label={label} selected={selected} onToggle={onToggle} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="font-medium leading-6 [overflow-wrap:anywhere]">
          {href ? (
            <Anchor href={href} data-row-link="" className="block rounded-[4px]">
              {title}
            </Anchor>
          ) : (
            title
          )}
        </div>
        <dl className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-muted text-xs">
          {columns
            .filter((column, index) => place(column, index) === 'meta')
            .map((column) => (
              <div key={column.key} className="min-w-0 max-w-full has-[dd:empty]:hidden">
                <dt className="sr-only">{column.header}</dt>
                <dd className="flex min-w-0">{column.cell(row)}</dd>
              </div>
            ))}
        </dl>
      </div>
      {actions && <span className="-mt-1 -mr-2">{actions(row)}</span>}
    </li>
  )
}) as RowComponent
