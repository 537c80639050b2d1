import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../button'
import { cx } from '../cx'
import { getPressedKey } from '../pressed-key'
import { type Box, placeToasts } from './toast-place'

/** The content of a toast. */
export interface ToastInput {
  title: string
  description?: string
  tone?: 'default' | 'good' | 'destructive'
  /** One action, such as Undo. It also closes the toast. */
  action?: ToastAction | undefined
  /** The subject, such as `ticket <id>`. A newer toast about the same thing closes this one if it has an action. */
  about?: string | readonly string[]
  /** How long it stays, in milliseconds. By default 6 s, and 20 s with an action. */
  stay?: number
}

interface ToastAction {
  label: string
  onClick: () => void
  /** Returns whether the action is still possible. If not, `recheckToasts` closes the toast. */
  possible?: () => boolean
}

interface Entry extends ToastInput {
  id: number
  leaving: boolean
}

const most = 3
const stay = 6000
/** A toast with an action stays longer. After that, F6 or the command palette offers its action for `keepAction` ms. */
const stayWithAction = 20_000
const keepAction = 600_000
const leave = 180
/** The number of pointer moves within the toasts that keeps them open. Focus keeps them open immediately. */
const HELD = 2
/** The page has its phone layout below this width. `BAR_PX` is the height of the portal's top bar. */
const PHONE_PX = 768
const BAR_PX = 56

let entries: readonly Entry[] = []
let lastId = 0
/** The last toast whose time was over while its action was still possible. */
let kept: (Entry & { until: number }) | undefined
const listeners = new Set<() => void>()

function put(next: readonly Entry[]) {
  entries = next
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere and returns a function that closes it. `Toaster` must be mounted. */
export function showToast(input: ToastInput): () => void {
  const id = ++lastId
  retireToasts(input.about ?? [])
  put([...entries.filter((entry) => !entry.leaving).slice(1 - most), { ...input, id, leaving: false }])
  return () => dismiss(id)
}

function dismiss(id: number) {
  put(entries.map((entry) => (entry.id === id ? { ...entry, leaving: true } : entry)))
  setTimeout(() => put(entries.filter((entry) => entry.id !== id)), leave)
}

/**
 * Closes a toast whose time is over. Keeps its action only if `about` or `possible` can tell when the action is no
 * longer possible, and not for errors.
 */
function expire(id: number) {
  const entry = entries.find((one) => one.id === id)
  if (entry?.action && entry.tone !== 'destructive' && (entry.about || entry.action.possible))
    kept = { ...entry, until: Date.now() + keepAction }
  dismiss(id)
}

/** Drops the kept toast if `gone` returns true for it, its time is over or its action is no longer possible. */
function checkKept(gone: (entry: Entry) => boolean) {
  if (!kept || !(gone(kept) || Date.now() > kept.until || kept.action?.possible?.() === false)) return
  kept = undefined
  put(entries)
}

const isAbout = (entry: Entry, things: readonly string[]) =>
  [entry.about ?? []].flat().some((one) => things.includes(one))

/** Closes toasts with an action about this, after another change of the same thing or an Undo by keyboard. */
export function retireToasts(about: string | readonly string[]): void {
  const gone = [about].flat()
  for (const entry of entries) if (entry.action && !entry.leaving && isAbout(entry, gone)) dismiss(entry.id)
  checkKept((entry) => isAbout(entry, gone))
}

/** Closes the toasts whose action is no longer possible. Call it when what their actions depend on may have changed. */
export function recheckToasts(): void {
  for (const entry of entries) if (!entry.leaving && entry.action?.possible?.() === false) dismiss(entry.id)
  checkKept(() => false)
}

/** Closes all toasts with an action, for example when the session ends. */
export function retireActions(): void {
  for (const entry of entries) if (entry.action && !entry.leaving) dismiss(entry.id)
  checkKept(() => true)
}

/** Shows again the last toast that disappeared while its action was possible. Returns whether there was one. */
function showKept(): boolean {
  checkKept(() => false)
  if (!kept) return false
  const { until: _, ...entry } = kept
  kept = undefined
  showToast(entry)
  return true
}

/** Returns the action of the last toast that disappeared, such as Undo, while it is still possible. */
export function useLastAction(): { label: string; run: () => void } | undefined {
  const last = useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  )
  if (!last?.action) return undefined
  const { label, onClick } = last.action
  return {
    label: `${label}: ${last.title}`,
    run: () => {
      checkKept(() => false)
      if (kept !== last) return
      kept = undefined
      put(entries)
      onClick()
    },
  }
}

/**
 * Returns what toasts must not cover: open menus and popovers, and the controls of open dialogs, or of the page's
 * header and forms when no dialog is open.
 */
function obstacles(): Box[] {
  const over = document.querySelectorAll('[data-over][data-open]')
  const controls = 'button, a[href], input, select, textarea, [contenteditable], [role="combobox"]'
  const roots = over.length > 0 ? [...over] : [...document.querySelectorAll('form, main header')]
  const popups = document.querySelectorAll('[data-popup]:not([data-closed])')
  return [...popups, ...roots.flatMap((root) => [...root.querySelectorAll(controls)])]
    .map((node) => node.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.bottom > 0 && box.top < innerHeight)
}

/** Keeps the region where it covers no control when something opens, scrolls or resizes. */
function usePlace(region: { current: HTMLElement | null }, shown: boolean) {
  useLayoutEffect(() => {
    const node = region.current
    if (!node || !shown) return
    let frame = 0
    const place = () => {
      frame = 0
      const { width, height } = node.getBoundingClientRect()
      const phone = innerWidth < PHONE_PX
      const over = document.querySelector('[data-over][data-open]') !== null
      const spot = placeToasts(
        { width, height },
        // Below the top bar, unless a dialog covers it.
        { left: 0, top: over ? 0 : BAR_PX, right: document.documentElement.clientWidth, bottom: innerHeight },
        obstacles(),
        phone ? ['top-right', 'bottom-right'] : ['bottom-right', 'bottom-left', 'top-left', 'top-right'],
      )
      node.style.left = `${spot.left}px`
      node.style.top = `${spot.top}px`
    }
    const soon = () => {
      frame ||= requestAnimationFrame(place)
    }
    place()
    const sizes = new ResizeObserver(soon)
    sizes.observe(node)
    sizes.observe(document.documentElement)
    const changes = new MutationObserver(soon)
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-open', 'hidden'] })
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      changes.disconnect()
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
    }
  }, [region, shown])
}

const nothing: readonly Entry[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows toasts in a polite live region. F6 moves focus into it. Mount it once. It is at the lower right, on phones
 * below the top bar, and moves away from open menus and from the controls of a dialog or a form.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => nothing,
  )
  const [hold, setHold] = useState(0)
  const region = useRef<HTMLElement>(null)

  usePlace(region, shown.length > 0)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (getPressedKey(event) !== 'F6') return
      const node = region.current
      const there = () => node?.querySelector<HTMLElement>('button')
      // A toast that is shown again is rendered immediately, so that the next key reaches it.
      if (!there() && !flushSync(showKept)) return
      event.preventDefault()
      there()?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  // A toast that is removed under the pointer or with focus fires no leave event.
  useEffect(() => {
    if (shown.length === 0) setHold(0)
  }, [shown.length])

  return (
    <section
      ref={region}
      aria-label="Notifications"
      data-screen-only=""
      // The first move can be one to something that a toast has just covered. If it kept the toast open, the toast would
      // cover that for good.
      onPointerMove={() => setHold((moves) => Math.min(HELD, moves + 1))}
      onPointerLeave={() => setHold(0)}
      onFocus={() => setHold(HELD)}
      onBlur={() => setHold(0)}
      className="pointer-events-none fixed z-60 w-full p-4 text-sm max-md:p-2 sm:w-96"
    >
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {shown.map((entry) => (
          <ToastCard key={entry.id} entry={entry} held={hold === HELD} />
        ))}
      </div>
    </section>
  )
}

const toneIcon = {
  default: null,
  good: <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />,
  destructive: <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />,
}

function ToastCard({ entry, held }: { entry: Entry; held: boolean }) {
  const { id, title, description, tone = 'default', action, leaving } = entry
  const left = useRef(entry.stay ?? (action ? stayWithAction : stay))
  const titleId = `toast-${id}`

  useEffect(() => {
    if (held || leaving) return
    const start = performance.now()
    const timer = setTimeout(() => expire(id), left.current)
    return () => {
      clearTimeout(timer)
      // After the pointer or focus leaves, the toast stays for at least two more seconds.
      left.current = Math.max(2000, left.current - (performance.now() - start))
    }
  }, [held, leaving, id])

  return (
    <div
      className={cx(
        'pointer-events-auto flex items-start gap-3 rounded-md border bg-raised py-3 pr-2 pl-4 transition-[opacity,translate] duration-180 starting:translate-y-2 starting:opacity-0 max-md:starting:-translate-y-2',
        tone === 'destructive' ? 'border-bad/40' : 'border-line',
        leaving && 'translate-y-1 opacity-0 max-md:-translate-y-1',
      )}
    >
      {toneIcon[tone]}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p id={titleId} className="font-medium">
          {title}
        </p>
        {description && <p className="mt-0.5 text-muted">{description}</p>}
      </div>
      <div className="-my-1 flex shrink-0 items-center gap-1">
        {action && (
          <Button
            size="sm"
            onClick={() => {
              action.onClick()
              dismiss(id)
            }}
          >
            {action.label}
          </Button>
        )}
        <IconButton
          size="sm"
          label="Dismiss"
          aria-describedby={titleId}
          icon={<X aria-hidden className="size-4" />}
          onClick={() => dismiss(id)}
        />
      </div>
    </div>
  )
}
