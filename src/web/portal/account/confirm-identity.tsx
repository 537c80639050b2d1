// Actions that change who can sign in require a recent identity check. Callers wrap them, and the dialog opens when
// needed.
import { createContext, type ReactNode, Suspense, useCallback, useContext, useMemo, useRef, useState } from 'react'
import { parseFailure } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'

const load = () => import('./confirm-dialog.tsx')
const ConfirmIdentityDialog = lazy(load)

/** The user closed the dialog. The action was not run, and no error needs to be shown. */
export class IdentityNotConfirmed extends Error {
  override name = 'IdentityNotConfirmed'
  constructor() {
    super('No changes were made because you didn’t confirm it’s you.')
  }
}

type Confirm = <T>(run: () => Promise<T>) => Promise<T>
const ConfirmContext = createContext<Confirm | undefined>(undefined)

type Question = { proved: () => void; closed: () => void }

/** Renders the identity dialog for everything below it. */
export function ConfirmIdentityProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const asked = useRef<Promise<void>>(undefined)

  const ask = useCallback(() => {
    // Concurrent actions share one dialog.
    asked.current ??= new Promise<void>((ok, no) => {
      const done = (settle: () => void) => () => {
        asked.current = undefined
        setQuestion(undefined)
        settle()
      }
      setQuestion({ proved: done(ok), closed: done(() => no(new IdentityNotConfirmed())) })
    })
    return asked.current
  }, [])
  const confirm = useMemo<Confirm>(
    () => async (run) => {
      try {
        return await run()
      } catch (e) {
        if (parseFailure(e)?.code !== 'CONFIRM_IDENTITY') throw e
      }
      await ask()
      return run()
    },
    [ask],
  )
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <Suspense>
          <ConfirmIdentityDialog onProved={question.proved} onClose={question.closed} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}

/**
 * Returns a function that runs an action. If the server requires a recent identity check, a dialog asks for it and the
 * action runs again. Rejects as `run` does, or with IdentityNotConfirmed when the dialog was closed.
 */
export function useConfirmIdentity(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirmIdentity must be used within a ConfirmIdentityProvider')
  return confirm
}
