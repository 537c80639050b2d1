import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'
import { getPressedKey } from '../../ui/pressed-key.ts'
import { useKeyHelp, useShortcuts } from '../platform/keyboard/shortcuts.ts'
import type { List } from './list.ts'
import type { Choice } from './use-selection.ts'
import { capitalize } from './words.ts'

/** A single key of a list. Without `act` it is only in the help; without `does` it is not in the help. */
export type ListKeyAct<Row> = { key: string; does?: string; act?: (rows: Row[], choice: Choice) => void }

const NONE: readonly never[] = []

/** Moves from the search box to the first row on Enter and Arrow Down, and leaves an empty box on Escape. */
export function moveToRows(event: KeyboardEvent<HTMLElement>) {
  const { target } = event
  const key = getPressedKey(event)
  if (!(target instanceof HTMLInputElement)) return
  if (key === 'Enter' || key === 'ArrowDown') {
    const row = document.querySelector<HTMLElement>('[data-row] [data-row-link]')
    if (!row) return
    event.preventDefault()
    row.focus()
  } else if (key === 'Escape' && target.value === '') target.blur()
}

/** Adds the keys of a list, and lists them in the keyboard help. */
export function useListKeys<Row>(
  { noun: [one, many], filter }: List<Row>,
  search: RefObject<HTMLElement | null>,
  more: readonly ListKeyAct<Row>[] = NONE,
) {
  // A link from another screen can ask for the search box.
  const { state } = useLocation()
  const asked = (state as { search?: boolean } | null)?.search === true
  useEffect(() => {
    if (asked) search.current?.querySelector('input')?.focus()
  }, [asked, search])
  useShortcuts({
    '/': filter.search === undefined ? undefined : () => search.current?.querySelector('input')?.focus(),
  })
  useKeyHelp({
    title: capitalize(many),
    keys: [
      { key: 'j', does: `Next ${one}` },
      { key: 'k', does: `Previous ${one}` },
      { key: 'Enter', does: `Open the ${one}` },
      ...more.flatMap(({ key, does }) => (does ? [{ key, does }] : [])),
      ...(filter.search === undefined ? [] : [{ key: '/', does: 'Search' }]),
    ],
  })
}

/** Adds the keys that act on the selected rows, or on the focused row when none is selected. */
export function useRowKeys<Row>(
  keys: readonly ListKeyAct<Row>[] = NONE,
  rows: readonly Row[],
  key: (row: Row) => string,
  chosen: Row[],
  choice: Choice,
) {
  const target = () => {
    if (chosen.length > 0) return chosen
    const at = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    return rows.filter((row) => key(row) === at)
  }
  useShortcuts(Object.fromEntries(keys.flatMap(({ key, act }) => (act ? [[key, () => act(target(), choice)]] : []))))
}
