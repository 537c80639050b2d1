// The list that the user came from, in its order, so that a ticket knows the next one.
import { useSyncExternalStore } from 'react'
import { brand } from '../../../../../brand.config.ts'
import { localStore, tabStore } from '../../../browser-storage.ts'
import { isPersonalStorageClosed } from '../../../personal-storage.ts'

/** A list as the user left it: its address, its tickets in order, and its place in the browser's history. */
type Trail = { href: string; ids: string[]; at: number }

const KEY = `${brand.slug}.trail`
const MOVE_ON = `${brand.slug}.move-on`
/** The most tickets that are stored. No one steps through more. */
const AT_MOST = 500

/** Returns the position in the browser's history, as counted by the router, or -1 if unknown. */
export const getHistoryPlace = (): number => (history.state as { idx?: number } | null)?.idx ?? -1

/** Stores the list that is on the screen, for this tab. */
export function keepTrail(href: string, ids: readonly string[]): void {
  write({ href, ids: ids.slice(0, AT_MOST), at: getHistoryPlace() })
}

function write(trail: Trail) {
  if (isPersonalStorageClosed()) return
  tabStore.set(KEY, JSON.stringify(trail))
}

/** Returns the list that the user came from, if any. */
export function readTrail(): Trail | undefined {
  try {
    return (JSON.parse(tabStore.get(KEY) ?? 'null') as Trail | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns a ticket's position in the list with its neighbors, or undefined if it is not in it. */
export function findPlaceOn(
  trail: Trail | undefined,
  id: string,
): { index: number; of: number; before: string | undefined; after: string | undefined } | undefined {
  const index = trail?.ids.indexOf(id) ?? -1
  if (!trail || index < 0) return undefined
  return { index, of: trail.ids.length, before: trail.ids[index - 1], after: trail.ids[index + 1] }
}

/** Inserts a ticket that the user took while stepping through the list after `behind`. The list continues after it. */
export function putOnTrail(id: string, behind: string): void {
  const trail = readTrail()
  if (!trail || trail.ids.includes(id)) return
  const index = trail.ids.indexOf(behind)
  write({ ...trail, ids: trail.ids.toSpliced(index + 1, 0, id) })
}

/** Stores which ticket is open, so that the list can return focus to it. */
export function recordOpenTicket(id: string): void {
  if (isPersonalStorageClosed()) return
  tabStore.set(`${KEY}.last`, id)
}

/** Forgets the open ticket, so that a later visit starts at the top. */
export const clearOpenTicket = (): void => tabStore.remove(`${KEY}.last`)

/** Returns the ticket that the user comes from, then those after it, then those before it, nearest first. */
export function readLast(): string[] | undefined {
  const id = tabStore.get(`${KEY}.last`)
  if (!id) return undefined
  const ids = readTrail()?.ids ?? []
  const index = ids.indexOf(id)
  return index < 0 ? [id] : [...ids.slice(index), ...ids.slice(0, index).reverse()]
}

const changed = new EventTarget()
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Returns whether the queue opens the next ticket automatically once one is done. Stored in this browser. */
export const useMoveOn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => localStore.get(MOVE_ON) !== 'off',
    () => true,
  )

/** Sets whether the queue opens the next ticket automatically. */
export function setMoveOn(on: boolean): void {
  if (on) localStore.remove(MOVE_ON)
  else localStore.set(MOVE_ON, 'off')
  changed.dispatchEvent(new Event('change'))
}
