import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { focusHeading } from '../../ui/page-focus.ts'

/** The last link that was followed on each page of this tab's history. */
const followed = new Map<string, string>()

/**
 * After a navigation to another screen, announces its title and moves the focus to its heading or, when the user went
 * back, to the link that the user had followed. Filters, tabs and drawers of the same screen do not move the focus.
 */
export function Arrival() {
  const { key } = useLocation()
  const back = useNavigationType() === 'POP'
  const matches = useMatches()
  // Pages of the settings are one screen with tabs.
  const screen = matches[matches.findIndex(({ id }) => id === 'portal/signed-in') + 1]?.pathname
  const before = useRef(screen)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('main a[href]')
      if (link) followed.set(key, link.getAttribute('href') ?? '')
    }
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen is an arrival
  useEffect(() => {
    if (before.current === screen) return
    before.current = screen
    return arrive(back ? followed.get(key) : undefined, setTitle)
  }, [screen])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/**
 * Announces the title and moves the focus once the screen allows it, until the user does something. Returns a function
 * that stops this.
 */
function arrive(link: string | undefined, say: (title: string) => void): () => void {
  let ended = false
  let covered = false
  let placed = false
  const place = () => {
    if (ended) return
    // A menu or drawer that led here is still closing, and first returns the focus.
    const cover = document.querySelector('[data-over], [role="menu"]') !== null
    if (cover || covered) {
      covered = cover
      if (!cover) requestAnimationFrame(place)
      return
    }
    say(document.title.replace(` · ${brand.shortName}`, ''))
    const at = document.activeElement
    // The screen itself focused something better, such as its first field.
    if (at?.closest('main') && !at.matches('main')) return
    const left = link && document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`)
    if (left) {
      left.focus({ preventScroll: true })
      left.scrollIntoView({ block: 'nearest' })
    } else if (link && document.querySelector('main [aria-busy="true"]')) return
    else focusHeading()
    placed = true
  }
  const watch = new MutationObserver(place)
  const end = () => {
    ended = true
    watch.disconnect()
    for (const kind of ['keydown', 'pointerdown']) removeEventListener(kind, end, true)
    document.removeEventListener('focusin', moved)
  }
  // A screen reader can move the focus without a key event on the page.
  const moved = ({ target }: Event) => {
    if (placed && !(target as Element).matches('main h1')) end()
  }
  for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, end, true)
  document.addEventListener('focusin', moved)
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-busy'] })
  place()
  return end
}
