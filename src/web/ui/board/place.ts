/** A column and a position in it, counted without the card that is moved. */
export interface Place<Column extends string> {
  column: Column
  index: number
}

type Columns<Column extends string> = readonly { id: Column; name: string; cards: readonly string[] }[]

const countOthers = (columns: Columns<string>, column: string, id: string) =>
  columns.find((one) => one.id === column)?.cards.filter((card) => card !== id).length ?? 0

/** Returns where a card is; undefined when it is in none of the columns. */
export function findCardPlace<Column extends string>(columns: Columns<Column>, id: string): Place<Column> | undefined {
  const column = columns.find(({ cards }) => cards.includes(id))
  return column && { column: column.id, index: column.cards.indexOf(id) }
}

/**
 * Returns the position that an arrow key leads to. Null for left and right at the edge of the board, undefined for
 * other keys.
 */
export function stepByKey<Column extends string>(
  columns: Columns<Column>,
  id: string,
  { column, index }: Place<Column>,
  code: string,
): Place<Column> | null | undefined {
  if (code === 'ArrowUp') return { column, index: Math.max(0, index - 1) }
  if (code === 'ArrowDown') return { column, index: Math.min(countOthers(columns, column, id), index + 1) }
  if (code !== 'ArrowLeft' && code !== 'ArrowRight') return undefined
  const next = columns[columns.findIndex((one) => one.id === column) + (code === 'ArrowRight' ? 1 : -1)]
  return next ? { column: next.id, index: Math.min(index, countOthers(columns, next.id, id)) } : null
}

/** Returns a position as text, such as "Doing, position 1 of 3". */
export const describePlace = (columns: Columns<string>, id: string, { column, index }: Place<string>): string =>
  `${columns.find((one) => one.id === column)?.name}, position ${index + 1} of ${countOthers(columns, column, id) + 1}`

/** Returns the handle of a card on the page. */
export const findCardHandle = (id: string) => document.querySelector<HTMLElement>(`[data-handle="${CSS.escape(id)}"]`)
