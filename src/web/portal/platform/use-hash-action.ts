import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Runs `act` once when the address has the hash, such as `#new-lead`, and removes the hash, so that going back does not
 * run it again. The command palette opens dialogs this way.
 */
export function useHashAction(mark: string, act: () => void): void {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (hash !== mark) return
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true })
    latest.current()
  }, [hash, mark, pathname, search, navigate])
}
