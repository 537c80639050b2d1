import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { isRouteErrorResponse, Link, Outlet } from 'react-router'
import { brand } from '../../../brand.config.ts'
import { type AnchorProps, AnchorProvider } from '../ui/anchor.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Waiting } from '../ui/waiting.tsx'
import type { Route } from './+types/layout'
import { AuthProvider } from './platform/auth.tsx'
import { queries } from './platform/queries.ts'
import { inPortal } from './platform/redirect.ts'
import './portal.css'

/** This half of the house hydrates. */
export const handle = { live: true }
export const meta = () => [{ title: brand.shortName }, { name: 'robots', content: 'noindex' }]

// Pages outside this half are documents of their own: the router must not try to render them.
function RouterAnchor({ href, ...rest }: AnchorProps) {
  return inPortal(href) ? <Link to={href} prefetch="intent" {...rest} /> : <a href={href} {...rest} />
}

/** What every signed-in screen and the sign-in screens stand on. */
export default function PortalLayout() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <AuthProvider>
          <AnchorProvider anchor={RouterAnchor}>
            <Outlet />
            <Toaster />
          </AnchorProvider>
        </AuthProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Until the browser has taken over. */
export const HydrateFallback = () => <Waiting />

/** A screen that broke: in words, with a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6 text-center">
      <h1 className="font-semibold text-2xl">{missing ? 'Oops! Page not found' : 'This page broke'}</h1>
      <p className="text-muted">
        {missing
          ? 'There is no page at this address.'
          : 'The fault is ours and what you saved is safe. Load the page again; if it breaks again, tell us what you did.'}
      </p>
      <div className="flex justify-center">
        <LinkButton href={missing ? '/' : '/apps-automations'} variant="primary">
          {missing ? 'Return to Home' : 'Back to the start'}
        </LinkButton>
      </div>
    </main>
  )
}
