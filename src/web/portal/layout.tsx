import { CSPProvider } from '@base-ui/react/csp-provider'
import geist from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Link, Outlet, useMatches } from 'react-router'
import { brand } from '../../../brand.config.ts'
import { replayEarlyClick } from '../early-clicks.ts'
import { type AnchorProps, AnchorProvider } from '../ui/anchor.tsx'
import { LinkButton } from '../ui/button.tsx'
import { recheckToasts, retireActions, Toaster } from '../ui/overlays/toast.tsx'
import { Waiting } from '../ui/waiting.tsx'
import type { Route } from './+types/layout'
import { queries } from './platform/data/queries.ts'
import { lazy } from './platform/loading/lazy.ts'
import { awaitDocuments } from './platform/loading/open-document.ts'
import { AuthProvider, useAuth } from './platform/session/auth.tsx'
import { watchTyping } from './platform/session/expired-session.ts'
import { AFTER_SIGN_IN, buildSignInHref, isInPortal } from './platform/session/redirect.ts'
import { onAuthChange } from './platform/session/session.client.ts'
import { AwaitedScreen } from './shell/awaited-screen.tsx'
import { ScreensAhead } from './shell/screens-ahead.tsx'
import './portal.css'

/** Preloads the font. Otherwise it arrives after the first texts are shown, and some of them then wrap differently. */
export const links = () => [
  { rel: 'preload', href: geist, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]
/** Portal pages hydrate. */
export const handle = { live: true }
export const meta = () => [{ title: brand.shortName }, { name: 'robots', content: 'noindex' }]

// Pages outside the portal are separate documents, so the router must not render them.
function RouterAnchor({ href, ...rest }: AnchorProps) {
  return isInPortal(href) ? <Link to={href} prefetch="intent" {...rest} /> : <a href={href} {...rest} />
}

/** Closes toasts whose action is no longer possible because the record changed again or the session ended. */
function useToastChecks() {
  useEffect(() => {
    const unwatch = queries.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' || type === 'removed') recheckToasts()
    })
    const unsubscribe = onAuthChange((event) => {
      if (event === 'SIGNED_OUT') retireActions()
    })
    return () => {
      unwatch()
      unsubscribe()
    }
  }, [])
}

const loadSignInAgain = () => import('./account/sign-in-again.tsx')
const SignInAgain = lazy(loadSignInAgain)

/** Covers the page when the session ends while the user is typing, until they have signed in again. */
function ExpiredSession() {
  const { expired } = useAuth()
  // Load the code when the user starts typing. By the time it is needed, a deployment may have replaced the file.
  useEffect(() => watchTyping(() => void loadSignInAgain().catch(() => {})), [])
  if (!expired) return null
  return (
    <Suspense
      fallback={
        <div role="alert" className="fixed inset-0 z-50 grid place-content-center gap-4 bg-ink p-6 text-center">
          <p>Your session has ended. Sign in again in a new tab, and then come back to this page.</p>
          <LinkButton href={buildSignInHref(AFTER_SIGN_IN)} target="_blank" rel="noopener" variant="primary">
            Sign In
          </LinkButton>
        </div>
      }
    >
      <SignInAgain />
    </Suspense>
  )
}

const AFTER_SIGN_IN_PAGES = [AFTER_SIGN_IN]

/**
 * Renders the current screen. Outside the frame, as for the sign-in, it also shows when a screen's code is missing. The
 * frame does that itself for the screens in it.
 */
function Screens() {
  const framed = useMatches().some(({ id }) => id === 'portal/signed-in')
  useEffect(() => awaitDocuments(isInPortal), [])
  useEffect(replayEarlyClick, [])
  if (framed) return <Outlet />
  return (
    <>
      <AwaitedScreen bare />
      {/* Most of these pages lead to the sign-in and from there into the portal. */}
      <ScreensAhead pages={AFTER_SIGN_IN_PAGES} />
    </>
  )
}

/** The layout and providers of all portal pages, including the sign-in pages. */
export default function PortalLayout() {
  useToastChecks()
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <AuthProvider>
          <AnchorProvider anchor={RouterAnchor}>
            <Screens />
            <ExpiredSession />
            <Toaster />
          </AnchorProvider>
        </AuthProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Shown until hydration. */
export const HydrateFallback = () => <Waiting />

/** Shown when a screen fails: explains the error and offers a way back. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{missing ? 'Oops! Page not found' : 'This page ran into a problem'}</h1>
      <p className="text-muted">
        {missing
          ? 'The page you’re looking for doesn’t exist.'
          : 'Your saved work is safe. Reload the page. If the problem continues, contact us and tell us what you did.'}
      </p>
      <div className="flex justify-center">
        <LinkButton href={missing ? '/' : '/apps-automations'} variant="primary">
          {missing ? 'Return to Home' : 'Go to home page'}
        </LinkButton>
      </div>
    </main>
  )
}
