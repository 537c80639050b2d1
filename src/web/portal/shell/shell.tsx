import { Lock, Menu as MenuIcon } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { Banner } from '../../ui/banner.tsx'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Logo, Wordmark } from '../../ui/logo.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { ConfirmIdentityProvider } from '../account/confirm-identity.tsx'
import { useAuth } from '../platform/auth.tsx'
import { AFTER_SIGN_IN } from '../platform/redirect.ts'
import { SearchButton } from '../search/index.ts'
import { TimerMark } from '../time/index.ts'
import { AccountButton } from './account-button.tsx'
import { groupsFor } from './navigation.ts'
import { CompanyFoot, Navigation } from './sidebar.tsx'

// A frame without its bell is better than no screen.
const Bell = lazy(
  (): Promise<{ default: ComponentType }> => import('../notifications/bell.tsx').catch(() => ({ default: () => null })),
)
const ViewingBanner = lazy(() => import('./viewing-banner.tsx').then((m) => ({ default: m.ViewingBanner })))
const PurchaseSignedOut = lazy(() =>
  import('../marketplace/purchase-signed-out.tsx').then((m) => ({ default: m.PurchaseSignedOut })),
)
const Drawer = lazy(() => import('../../ui/drawer.tsx').then((m) => ({ default: m.Drawer })))

const watchLine = (tell: () => void) => {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}
const useOnline = () =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  )

/** The frame of every signed-in screen, and its guard: without a session the way leads to /auth and back. */
export default function Shell() {
  const { loading, session, left, ready, isInternalUser, role } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  // Undefined until it is asked for the first time: its code comes then.
  const [drawer, setDrawer] = useState<boolean>()
  const online = useOnline()
  const out = !loading && !session
  // The way back from the till is public: a session may have ended there.
  const atTill = out && !left && pathname === '/marketplace/purchase-complete'

  useEffect(() => {
    if (!out || atTill) return
    const here = pathname + search + hash
    navigate(left || here === AFTER_SIGN_IN ? '/auth' : `/auth?redirect=${encodeURIComponent(here)}`, { replace: true })
  }, [out, atTill, left, pathname, search, hash, navigate])

  if (!session) return <Suspense fallback={<Waiting />}>{atTill ? <PurchaseSignedOut /> : <Waiting />}</Suspense>
  const staffOnly = pathname.startsWith('/admin/')
  const forbidden = ready && staffOnly && !isInternalUser
  return (
    <div className="flex min-h-dvh flex-col text-sm md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-sm bg-accent px-3 py-2 font-medium text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 flex h-dvh flex-col gap-6 border-line border-r bg-surface p-4 max-md:hidden">
        <Link to={AFTER_SIGN_IN} className="self-start rounded-sm p-1">
          <Wordmark name={brand.shortName} />
        </Link>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
          <Navigation />
        </div>
        <CompanyFoot />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="sticky top-0 z-30 shrink-0">
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
                  footer={<CompanyFoot onNavigate={() => setDrawer(false)} />}
                >
                  <Navigation onNavigate={() => setDrawer(false)} />
                </Drawer>
              </Suspense>
            )}
            <Link to={AFTER_SIGN_IN} aria-label={brand.shortName} className="rounded-sm p-1 md:hidden">
              <Logo />
            </Link>
            <div className="max-md:ml-auto md:mr-auto">
              <SearchButton screens={groupsFor(isInternalUser, role === 'admin')} />
            </div>
            <div className="flex items-center gap-1">
              <TimerMark />
              <Suspense fallback={<span className="size-9 max-md:size-11" />}>
                <Bell />
              </Suspense>
              <AccountButton />
            </div>
          </header>
        </div>
        {!online && (
          <div className="px-4 pt-4 md:px-8">
            <Banner tone="warn" title="You are offline">
              What you see may be old. What you write is kept here until you are back.
            </Banner>
          </div>
        )}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 outline-none md:px-8 md:py-8"
        >
          {forbidden ? (
            <EmptyState
              icon={<Lock />}
              title="This screen is for our own team"
              whole
              action={
                <LinkButton href={AFTER_SIGN_IN} variant="primary">
                  Go to your overview
                </LinkButton>
              }
            >
              Your account belongs to a partner company. What you need is in your own screens.
            </EmptyState>
          ) : staffOnly && !ready ? (
            <Skeleton className="h-64" />
          ) : (
            <ConfirmIdentityProvider>
              <Outlet />
            </ConfirmIdentityProvider>
          )}
        </main>
      </div>
    </div>
  )
}
