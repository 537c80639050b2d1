import { type ReactNode, Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { lazy } from '../loading/lazy.ts'

const loadDialog = () => import('../../../ui/overlays/dialog.tsx')
const ConfirmDialog = lazy(() => loadDialog().then((m) => ({ default: m.ConfirmDialog })))

/**
 * While `active`, asks before the user leaves the page: with a dialog inside the portal, and by the browser when the
 * window closes. Returns the element to render.
 */
export function useUnsaved(active: boolean, what: string): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  // After “Leave”, the browser must not ask as well. It would after a deployment, when the next page loads as a
  // document.
  const leaving = blocker.state === 'proceeding'
  useEffect(() => {
    if (!active) return
    // Loaded before it is needed, because the network may be gone by then.
    void loadDialog().catch(() => {})
    if (leaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active, leaving])
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && blocker.reset?.()}
        title="Leave without saving?"
        description={`Your changes to ${what} aren’t saved yet.`}
        confirmLabel="Leave"
        onConfirm={() => blocker.proceed?.()}
      />
    </Suspense>
  )
}
