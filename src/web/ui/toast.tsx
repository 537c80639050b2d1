import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button'
import { cx } from './cx'

/** What a toast says. */
export interface ToastInput {
  title: string
  description?: string
  tone?: 'default' | 'good' | 'destructive'
  /** One thing to do about it, such as Undo. Doing it closes the toast. */
  action?: { label: string; onClick: () => void }
  /** How long it stands, in milliseconds, where that should be longer than usual. */
  stay?: number
}

interface Entry extends ToastInput {
  id: number
  leaving: boolean
}

const most = 3
const stay = 6000
const leave = 180

let entries: readonly Entry[] = []
let lastId = 0
const listeners = new Set<() => void>()

function put(next: readonly Entry[]) {
  entries = next
  for (const listener of listeners) listener()
}

/** Shows a toast from anywhere and returns a function that closes it. `Toaster` must be mounted. */
export function toast(input: ToastInput): () => void {
  const id = ++lastId
  put([...entries.filter((entry) => !entry.leaving).slice(1 - most), { ...input, id, leaving: false }])
  return () => dismiss(id)
}

function dismiss(id: number) {
  put(entries.map((entry) => (entry.id === id ? { ...entry, leaving: true } : entry)))
  setTimeout(() => put(entries.filter((entry) => entry.id !== id)), leave)
}

const nothing: readonly Entry[] = []

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Where toasts stand: a polite live region. F6 moves focus into it. Mount it once. In a corner, and on phones beneath the
 * bar: at the foot of a phone are the buttons of dialogs and forms. A dialog or drawer that is open has buttons in every
 * corner but the upper left, where its title is.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => nothing,
  )
  const [held, setHeld] = useState(false)
  const region = useRef<HTMLElement>(null)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const button = event.key === 'F6' ? region.current?.querySelector('button') : null
      if (!button) return
      event.preventDefault()
      button.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  // A toast that goes takes pointer and focus along without a leave event.
  useEffect(() => {
    if (shown.length === 0) setHeld(false)
  }, [shown.length])

  return (
    <section
      ref={region}
      aria-label="Notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed right-0 bottom-0 z-60 w-full p-4 text-sm max-md:top-14 max-md:bottom-auto max-md:p-2 sm:w-96 md:[body:has([data-over][data-open])_&]:[inset:0_auto_auto_0]"
    >
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {shown.map((entry) => (
          <ToastCard key={entry.id} entry={entry} held={held} />
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
  const left = useRef(entry.stay ?? stay)
  const titleId = `toast-${id}`

  useEffect(() => {
    if (held || leaving) return
    const start = performance.now()
    const timer = setTimeout(() => dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      // Whoever comes back to a toast gets at least two more seconds.
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
