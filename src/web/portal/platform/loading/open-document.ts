// Pages outside the portal are documents. Without a network the browser replaces the portal, and what was typed in it,
// with its own error page. So the portal stays, says why, and opens the page when the network returns.
import { checkServer, type Missing, nextTry } from './missing-code.ts'

let wanted: { url: string; why: Missing } | undefined
const changed = new EventTarget()

function want(next: typeof wanted) {
  wanted = next
  changed.dispatchEvent(new Event('change'))
}

/** Calls `listener` when the result of `findAwaitedDocument` changes. Returns a function that stops it. */
export function onAwaitedDocument(listener: () => void): () => void {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Returns why the page that was to be opened cannot be loaded now, or undefined. */
export const findAwaitedDocument = (): Missing | undefined => wanted?.why

/** Stays in the portal after all. */
export const cancelDocument = (): void => {
  if (wanted) want(undefined)
}

/** Opens a page outside the portal, as soon as there is a network. */
export async function openDocument(url: string): Promise<void> {
  if (navigator.onLine) return location.assign(url)
  let mine: { url: string; why: Missing } = { url, why: 'offline' }
  want(mine)
  for (;;) {
    await nextTry()
    if (wanted !== mine) return
    const why = await checkServer()
    if (wanted !== mine) return
    if (!why) break
    mine = { url, why }
    want(mine)
  }
  cancelDocument()
  location.assign(url)
}

/** Returns the address if a click follows a link to another page of this site in this window. */
function linkOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.origin !== location.origin || link.hasAttribute('download')) return undefined
  if (link.target && link.target !== '_self') return undefined
  return link.href
}

/** Makes links to pages outside the portal wait for the network. Returns a function that undoes it. */
export function awaitDocuments(isInPortal: (path: string) => boolean): () => void {
  const click = (event: MouseEvent) => {
    if (navigator.onLine) return
    const href = linkOf(event)
    if (!href || isInPortal(href.slice(location.origin.length))) return
    event.preventDefault()
    void openDocument(href)
  }
  document.addEventListener('click', click)
  return () => document.removeEventListener('click', click)
}
