import { Lock, Menu as MenuIcon } from 'lucide-react'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { queries } from '../platform/data/queries.ts'
import { KeyboardHelp } from '../platform/keyboard/keyboard-help.tsx'
import { lazy } from '../platform/loading/lazy.ts'
import { useAuth } from '../platform/session/auth.tsx'
import { AFTER_SIGN_IN, buildSignInHref } from '../platform/session/redirect.ts'
import { AccountButton } from './account-button.tsx'
import { Arrival } from './arrival.tsx'
import { AwaitedScreen } from './awaited-screen.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { listNavigationGroups } from './navigation.ts'
import type { ShellParts } from './shell-parts.ts'
import { CompanyFoot, Navigation } from './sidebar.tsx'

const ViewingBanner = lazy(() => import('./viewing-banner.tsx').then((m) => ({ default: m.ViewingBanner })))
const Drawer = lazy(() => import('../../ui/overlays/drawer.tsx').then((m) => ({ default: m.Drawer })))

const watchConnection = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useOnline = () =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )

/** The frame of every signed-in screen. Without a session, it redirects to /auth, which redirects back. */
export function Shell({ parts }: { parts: ShellParts }) {
  const { Search, Timer, Bell, WaitingCount, MailCount, HoursFoot, TwoFactorGate, PurchaseSignedOut, Screens } = parts
  const { loading, session, left, ready, isInternalUser, role, profile } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  // Undefined until it is first opened, which loads its code.
  const [drawer, setDrawer] = useState<boolean>()
  const online = useOnline()
  const twoFactor = session?.two_factor
  // Stays until the user continues, because the last dialog shows the recovery codes.
  const [gated, setGated] = useState(false)
  if (twoFactor?.due && !gated) setGated(true)
  if (!session && gated) setGated(false)
  const out = !loading && !session
  // The page after checkout is public, because the session may have ended during the payment.
  const onPurchasePage = out && !left && pathname === '/marketplace/purchase-complete'

  useEffect(() => {
    if (!out || onPurchasePage) return
    const here = pathname + search + hash
    navigate(left || here === AFTER_SIGN_IN ? '/auth' : buildSignInHref(here), { replace: true })
  }, [out, onPurchasePage, left, pathname, search, hash, navigate])

  if (!session)
    return <Suspense fallback={<Waiting />}>{onPurchasePage ? <PurchaseSignedOut /> : <Waiting />}</Suspense>
  if (gated)
    return (
      <Suspense fallback={<Waiting />}>
        <TwoFactorGate
          onDone={() => {
            // Requests that were sent before two-factor authentication was set up were rejected.
            void queries.resetQueries()
            setGated(false)
          }}
        />
      </Suspense>
    )
  const staffOnly = pathname.startsWith('/admin/')
  const forbidden = ready && staffOnly && !isInternalUser
  return (
    <div data-frame="" className="flex min-h-dvh flex-col text-sm md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        data-screen-only=""
        className="sr-only rounded-sm bg-accent px-3 py-2 font-medium text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <Arrival />
      <aside
        data-screen-only=""
        className="sticky top-0 flex h-dvh flex-col gap-6 border-line border-r bg-surface p-4 max-md:hidden"
      >
        <Link to={AFTER_SIGN_IN} className="self-start rounded-sm p-1">
          <Wordmark name={brand.shortName} />
        </Link>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
          <Navigation WaitingCount={WaitingCount} MailCount={MailCount} />
        </div>
        <CompanyFoot HoursFoot={HoursFoot} />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <div data-screen-only="" className="sticky top-0 z-30 shrink-0">
          {session.viewing && (
            <Suspense>
              <ViewingBanner viewing={session.viewing} />
            </Suspense>
          )}
          <header className="flex h-14 items-center gap-2 border-line border-b bg-ink px-3 md:px-8">
            <IconButton
              className="md:hidden"
              label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={drawer === true}
              icon={<MenuIcon aria-hidden className="size-5" />}
              onClick={() => setDrawer(true)}
            />
            {drawer !== undefined && (
              <Suspense>
                <Drawer
                  open={drawer}
                  onOpenChange={setDrawer}
                  title={<Wordmark name={brand.shortName} />}
                  footer={<CompanyFoot HoursFoot={HoursFoot} onNavigate={() => setDrawer(false)} />}
                >
                  <Navigation WaitingCount={WaitingCount} MailCount={MailCount} onNavigate={() => setDrawer(false)} />
                </Drawer>
              </Suspense>
            )}
            <Link to={AFTER_SIGN_IN} aria-label={brand.shortName} className="rounded-sm p-1 md:hidden">
              <Logo />
            </Link>
            <div className="max-md:order-1 md:mr-auto">
              <KeyboardHelp search />
              <Search screens={listNavigationGroups(isInternalUser, role === 'admin')} />
            </div>
            {/* A timer appears late. It takes the free space on the left, so that nothing moves. */}
            <div className="-mr-1 max-md:ml-auto">
              <Timer />
            </div>
            <div className="flex items-center gap-1 max-md:order-1">
              <Suspense fallback={<span className="size-9 max-md:size-11" />}>
                <Bell />
              </Suspense>
              <AccountButton />
            </div>
          </header>
        </div>
        {twoFactor && (
          <div data-screen-only="" className="px-4 pt-4 md:px-8">
            <Banner
              tone="warn"
              title="Set up two-factor authentication"
              action={
                <LinkButton size="sm" href="/settings/security#two-factor">
                  Set up
                </LinkButton>
              }
            >
              {profile?.company.name ?? 'Your company'} requires it.{' '}
              {twoFactor.sign_ins_left === 0
                ? 'You have to set it up the next time you sign in.'
                : `You can sign in ${twoFactor.sign_ins_left} more ${twoFactor.sign_ins_left === 1 ? 'time' : 'times'} before you have to set it up.`}
            </Banner>
          </div>
        )}
        <ConnectionBanner online={online} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 has-[[data-wide-list]]:max-w-none px-4 py-6 outline-none md:px-8 md:py-8"
        >
          {forbidden ? (
            <EmptyState
              icon={<Lock />}
              title="You don’t have access to this page"
              whole
              action={
                <LinkButton href={AFTER_SIGN_IN} variant="primary">
                  Go to home page
                </LinkButton>
              }
            >
              Only {brand.shortName} staff can open it.
            </EmptyState>
          ) : staffOnly && !ready ? (
            <Skeleton className="h-64" />
          ) : (
            // Another user must not see what the previous one typed.
            <Screens key={session.user.id}>
              <AwaitedScreen />
            </Screens>
          )}
        </main>
      </div>
    </div>
  )
}
