import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { client } from '../platform/data/api.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { buildSignInHref, isInPortal, toSafeRedirect } from '../platform/session/redirect.ts'
import type { Handed } from './auth-page.tsx'

export const meta = () => [{ title: `Signing in · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

const CompanyWizard = lazy(() => import('./company-wizard.tsx'))

/** The pause between storing the session and looking up the company. Section 9 of the specification requires it. */
const PAUSE_MS = 500
const pause = () => new Promise((go) => setTimeout(go, PAUSE_MS))

/**
 * Completes a Google sign-in: exchanges the code for a session, asks about a company that has no name, then redirects
 * to the requested page. Without a code, it only asks a signed-in user about the company.
 */
export default function CallbackPage() {
  const { loading, session, exchangeCode } = useAuth()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const begun = useRef(false)
  const [asking, setAsking] = useState(false)
  const path = query.get('redirect')

  const goOn = useCallback(() => {
    const to = toSafeRedirect(path)
    if (isInPortal(to)) navigate(to, { replace: true })
    else location.replace(to)
  }, [path, navigate])

  useEffect(() => {
    if (loading || begun.current) return
    begun.current = true
    const code = query.get('code')
    const state = query.get('state')
    const iss = query.get('iss')
    const back = (handed: Handed, to = path) =>
      navigate(to ? buildSignInHref(to) : '/auth', { replace: true, state: handed })

    const finish = async () => {
      if (code && state) {
        const { error, factorDue } = await exchangeCode({ code, state, ...(iss ? { iss } : {}) })
        if (error) return back({ problem: error.message })
        // Return after the code, to ask about the company.
        if (factorDue)
          return back({ code: true }, `/auth/callback${path ? `?redirect=${encodeURIComponent(path)}` : ''}`)
      } else if (!session) return back(null)
      await pause()
      // A user who follows an invitation joins that company, so do not ask about this one.
      if (path?.startsWith('/auth/invitation')) return goOn()
      const [profile, { role }] = await Promise.all([client.account.profile(), client.account.role()])
      if (role === 'owner' && profile.company.placeholder) setAsking(true)
      else goOn()
    }
    finish().catch((e: Error) => back({ problem: e.message }))
  }, [loading, session, query, path, exchangeCode, navigate, goOn])

  if (!asking) return <Waiting text="Completing sign in..." />
  return (
    <Suspense fallback={<Waiting text="Completing sign in..." />}>
      <CompanyWizard onDone={goOn} />
    </Suspense>
  )
}
