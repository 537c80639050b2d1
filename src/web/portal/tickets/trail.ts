// The way through the queue: which list somebody came from, in its order, so that a ticket knows the next one.
import { useSyncExternalStore } from 'react'
import { brand } from '../../../../brand.config.ts'

/** A list as it was left: its address, its tickets in their order, and its place in the browser's history. */
type Trail = { href: string; ids: string[]; at: number }

const KEY = `${brand.slug}.trail`
const MOVE_ON = `${brand.slug}.move-on`
/** Nobody goes through more one by one. */
const AT_MOST = 500

/** Where the browser's history stands; the router counts. */
export const historyPlace = (): number => (history.state as { idx?: number } | null)?.idx ?? -1

/** Keeps the list that is on the screen, in this tab. */
export function keepTrail(href: string, ids: readonly string[]): void {
  write({ href, ids: ids.slice(0, AT_MOST), at: historyPlace() })
}

function write(trail: Trail) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail))
  } catch {
    // Without storage there is no way back but the link.
  }
}

/** The list somebody came from, if they did. */
export function readTrail(): Trail | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Trail | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Where a ticket stands on the way, with its neighbours; undefined when it is not on it. */
export function placeOn(
  trail: Trail | undefined,
  id: string,
): { index: number; of: number; before: string | undefined; after: string | undefined } | undefined {
  const index = trail?.ids.indexOf(id) ?? -1
  if (!trail || index < 0) return undefined
  return { index, of: trail.ids.length, before: trail.ids[index - 1], after: trail.ids[index + 1] }
}

/** Puts a ticket onto the way, behind another one: it was taken on the way and the rest still comes after it. */
export function putOnTrail(id: string, behind: string): void {
  const trail = readTrail()
  if (!trail || trail.ids.includes(id)) return
  const index = trail.ids.indexOf(behind)
  write({ ...trail, ids: trail.ids.toSpliced(index + 1, 0, id) })
}

/** Notes that a ticket is open, so that the list can give focus back to it. */
export function noteLast(id: string): void {
  try {
    sessionStorage.setItem(`${KEY}.last`, id)
  } catch {
    // Focus begins at the top then.
  }
}

/** Forgets it: whoever comes back later begins at the top. */
export const forgetLast = (): void => sessionStorage.removeItem(`${KEY}.last`)

/** The ticket that somebody comes from, and those that stood behind it. */
export function readLast(): string[] | undefined {
  try {
    const id = sessionStorage.getItem(`${KEY}.last`)
    if (!id) return undefined
    const ids = readTrail()?.ids ?? []
    const index = ids.indexOf(id)
    return index < 0 ? [id] : [...ids.slice(index), ...ids.slice(0, index).reverse()]
  } catch {
    return undefined
  }
}

const changed = new EventTarget()
const subscribe = (tell: () => void) => {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}

/** Whether the queue goes on to the next ticket by itself once one is off the table; kept in this browser. */
export const useMoveOn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(MOVE_ON) !== 'off',
    () => true,
  )

/** Says whether it does. */
export function setMoveOn(on: boolean): void {
  if (on) localStorage.removeItem(MOVE_ON)
  else localStorage.setItem(MOVE_ON, 'off')
  changed.dispatchEvent(new Event('change'))
}
