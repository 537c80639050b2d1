import {
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { OpenTab } from '../../../ui/open-tab.ts'
import { lazy } from '../loading/lazy.ts'

const loadDialog = () => import('../../../ui/overlays/dialog.tsx')
const ConfirmDialog = lazy(() => loadDialog().then((m) => ({ default: m.ConfirmDialog })))

type Move = Parameters<BlockerFunction>[0]

interface Guard {
  isDirty: () => boolean
  /** Returns whether the form would be unmounted, and its changes lost. */
  leaves: (move: Move) => boolean
  /** Says what would be lost. */
  text: string
  /** Called after the user left, if the form is still mounted. */
  onLeft?: () => void
}

/** The guards of all forms on the page, in the order in which the forms were opened. */
let guards: readonly { current: Guard }[] = []
const changed = new EventTarget()
function setGuards(next: typeof guards) {
  guards = next
  changed.dispatchEvent(new Event('change'))
}
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/**
 * Whether the user has chosen to leave, until the next page is open. The browser must not ask as well. It would after a
 * deployment, when the next page loads as a document.
 */
let leaving = false

const readTab = ({ search }: Move['nextLocation']) => new URLSearchParams(search).get('tab')

/** Returns whether a form on the page has changes that leaving would lose. */
export const hasUnsaved = (): boolean => guards.some(({ current }) => current.isDirty())

/**
 * While `dirty`, asks before the user leaves the page, or the tab that contains the form: with a dialog inside the
 * portal, and by the browser when the window closes. Returns the element to render.
 */
export function useUnsaved(dirty: boolean, what: string): ReactNode {
  const inTab = useContext(OpenTab) !== ''
  return useGuard(dirty, {
    isDirty: () => dirty,
    leaves: ({ currentLocation: from, nextLocation: to }) =>
      from.pathname !== to.pathname || (inTab && readTab(from) !== readTab(to)),
    text: `Your changes to ${what} aren’t saved yet.`,
  })
}

interface UnsavedDialog {
  open: boolean
  isDirty: () => boolean
  /** Whether the form is being saved. */
  pending: boolean
  /** Says what would be lost. */
  text: string
  /** Closes the dialog after the user went back, which may change only what is below it. */
  onClose?: () => void
}

/**
 * Asks before the user leaves an open dialog with changes by going back, by opening another page or by closing the
 * window. Returns the element to render.
 */
export function useUnsavedDialog({ open, isDirty, pending, text, onClose }: UnsavedDialog): ReactNode {
  return useGuard(open, {
    isDirty,
    leaves: ({ currentLocation: from, nextLocation: to, historyAction }) => {
      // Nothing below a dialog can be clicked, so only going back is certain to be the user's. A form that was saved
      // opens its record before it is unmounted, and a list may still write its search into the address.
      if (historyAction === 'POP') return from.pathname !== to.pathname || from.search !== to.search
      return !pending && from.pathname !== to.pathname
    },
    text,
    ...(onClose ? { onLeft: onClose } : {}),
  })
}

function useGuard(active: boolean, guard: Guard): ReactNode {
  const latest = useRef(guard)
  useLayoutEffect(() => {
    latest.current = guard
  })
  useEffect(() => {
    if (!active) return
    // Loaded before it is needed, because the network may be gone by then.
    void loadDialog().catch(() => {})
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving && latest.current.isDirty()) event.preventDefault()
    }
    setGuards([...guards, latest])
    addEventListener('beforeunload', ask)
    return () => {
      setGuards(guards.filter((g) => g !== latest))
      removeEventListener('beforeunload', ask)
    }
  }, [active])
  const asks = useSyncExternalStore(
    subscribe,
    () => guards.at(-1) === latest,
    () => false,
  )
  return asks && <LeaveQuestion />
}

/** Asks for all guards. The router supports only one blocker, so only the form that was opened last renders it. */
function LeaveQuestion() {
  const [asked, setAsked] = useState<{ current: Guard }>()
  const blocker = useBlocker((move) => {
    const guard = guards.findLast(({ current }) => current.isDirty() && current.leaves(move))
    if (guard) setAsked(guard)
    return guard !== undefined
  })
  useEffect(() => {
    if (!leaving || blocker.state !== 'unblocked') return
    leaving = false
    asked?.current.onLeft?.()
  }, [blocker.state, asked])
  useEffect(
    () => () => {
      leaving = false
    },
    [],
  )
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        open
        // The dialog closes after either choice. A reset after “Leave” would block going back once more.
        onOpenChange={(open) => !open && !leaving && blocker.reset?.()}
        title="Leave without saving?"
        description={asked?.current.text}
        confirmLabel="Leave"
        onConfirm={() => {
          leaving = true
          blocker.proceed?.()
        }}
      />
    </Suspense>
  )
}
