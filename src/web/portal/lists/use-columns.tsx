import { useMemo } from 'react'
import type { Column } from '../../ui/table/table-column.ts'
import { type Kept, listShownKeys } from './kept.ts'
import type { List, ListColumn } from './list.ts'
import type { Marked } from './use-changed-rows.ts'

/** Returns the columns that the reader chose, for the open view or for the full list. Null: the default columns. */
export const getChosenColumns = (kept: Kept) => kept.open?.columns ?? kept.columns

/** Returns the shown columns and the sort keys as the table takes them. The first column marks changed rows. */
export function useColumns<Row>(list: List<Row>, kept: Kept, phone: boolean) {
  const chosen = getChosenColumns(kept)
  const chosenKeys = chosen?.join(' ')
  return useMemo(() => {
    const own = chosenKeys?.split(' ') ?? null
    const keys = listShownKeys(list as unknown as List<never>, own)
    const shown = list.columns.filter((c) => keys.includes(c.key))
    const columns = phone ? onCards(list, shown, own !== null) : shown
    return {
      columns: columns.map((column, index) => inTable(column, index, phone, own !== null)),
      sortable: list.columns.flatMap((c) => (c.sort ? [{ key: c.sort, label: c.header }] : [])),
    }
  }, [list, chosenKeys, phone])
}

function onCards<Row>(list: List<Row>, shown: ListColumn<Row>[], own: boolean): ListColumn<Row>[] {
  const { cards } = list
  if (!cards) return shown
  const place = (c: ListColumn<Row>) => (cards.includes(c.key) ? cards.indexOf(c.key) : cards.length)
  return shown.filter((c) => own || cards.includes(c.key)).toSorted((a, b) => place(a) - place(b))
}

function inTable<Row>(column: ListColumn<Row>, index: number, phone: boolean, own: boolean): Column<Marked<Row>> {
  const { fixed: _, optional: __, card, cell, ...same } = column
  const show = phone && card ? card : cell
  return {
    ...same,
    phone: column.phone ?? (index === 0 ? 'title' : 'meta'),
    // Columns that the user chose are shown at every width, and the table scrolls if they do not fit. The exception is
    // columns for very wide windows: they are on by default, so the user may not have chosen them.
    priority: own && column.priority !== 'widest' ? 'always' : column.priority,
    cell:
      index === 0
        ? ({ row, changed }) => <span data-changed={changed ? '' : undefined}>{show(row)}</span>
        : ({ row }) => show(row),
  }
}
