import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { client } from '../platform/api.ts'
import { useAuth } from '../platform/auth.tsx'
import { inPortal, safeRedirect } from '../platform/redirect.ts'
import type { Handed } from './auth-page.tsx'

export const meta = () => [{ title: `Signing in · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const CompanyWizard = lazy(() => import('./company-wizard.tsx'))

/** Between the session and the look at the company (spec §9). */
const PAUSE_MS = 500
const pause = () => new Promise((go) => setTimeout(go, PAUSE_MS))

/**
 * Finishes a sign-in with Google: the code becomes a session, an unnamed company is asked about, then on to where the
 * person wanted to go. Opened without a code by somebody signed in, it only asks about the company.
 */
export default function CallbackPage() {
  const { loading, session, exchangeCode } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const begun = useRef(false)
  const [asking, setAsking] = useState(false)
  const wish = query.get('redirect')

  const goOn = useCallback(() => {
    const to = safeRedirect(wish)
    if (inPortal(to)) navigate(to, { replace: true })
    else location.replace(to)
  }, [wish, navigate])

  useEffect(() => {
    if (loading || begun.current) return
    begun.current = true
    const code = query.get('code')
    const state = query.get('state')
    const iss = query.get('iss')
    const back = (handed: Handed) =>
      navigate(`/auth${wish ? `?${new URLSearchParams({ redirect: wish })}` : ''}`, { replace: true, state: handed })

    const finish = async () => {
      if (code && state) {
        const { error, factorDue } = await exchangeCode({ code, state, ...(iss ? { iss } : {}) })
        if (error) return back({ problem: error.message })
        if (factorDue) return back({ code: true })
      } else if (!session) return back(null)
      await pause()
      // Somebody on the way to an invitation gets the company of that one.
      if (wish?.startsWith('/auth/invitation')) return goOn()
      const [profile, { role }] = await Promise.all([client.account.profile(), client.account.role()])
      if (role === 'owner' && profile.company.placeholder) setAsking(true)
      else goOn()
    }
    finish().catch((e: Error) => back({ problem: e.message }))
  }, [loading, session, query, wish, exchangeCode, navigate, goOn])

  if (!asking) return <Waiting text="Completing sign in..." />
  return (
    <Suspense fallback={<Waiting text="Completing sign in..." />}>
      <CompanyWizard onDone={goOn} />
    </Suspense>
  )
}
