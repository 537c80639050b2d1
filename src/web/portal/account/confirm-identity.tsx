// Acts that change who may get in ask for a recent proof. Whoever runs one wraps it: the question comes by itself.
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react'
import { failureOf } from '../platform/api.ts'

const load = () => import('./confirm-dialog.tsx')
const ConfirmIdentityDialog = lazy(load)

/** The person closed the question: what was begun was not done, and nothing more needs to be said. */
export class IdentityNotConfirmed extends Error {
  override name = 'IdentityNotConfirmed'
  constructor() {
    super('Not done: it was not confirmed that it is you.')
  }
}

type Confirm = <T>(run: () => Promise<T>) => Promise<T>
const ConfirmContext = createContext<Confirm | undefined>(undefined)

type Question = { proved: () => void; closed: () => void }

/** Holds the question for everything below it. */
export function ConfirmIdentityProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>()
  const asked = useRef<Promise<void>>(undefined)

  const ask = useCallback(() => {
    // Two acts at once share one question.
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
        if (failureOf(e)?.code !== 'CONFIRM_IDENTITY') throw e
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
 * Runs something that may ask for a recent proof: when it does, a dialog asks for password, code or passkey, and it runs
 * again. Rejects as `run` does, or with IdentityNotConfirmed when the dialog was closed.
 */
export function useConfirmIdentity(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirmIdentity must be used within a ConfirmIdentityProvider')
  return confirm
}
