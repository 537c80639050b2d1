import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'

const ConfirmDialog = lazy(() => import('../../ui/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/**
 * While `active`, leaving the page is asked about: by a dialog inside the portal, by the browser where the window goes.
 * Render what it gives.
 */
export function useUnsaved(active: boolean, what: string): ReactNode {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [active])
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && blocker.reset?.()}
        title="Leave without saving?"
        description={`What you changed about ${what} is not saved yet.`}
        confirmLabel="Leave"
        onConfirm={() => blocker.proceed?.()}
      />
    </Suspense>
  )
}
