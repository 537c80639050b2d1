// Connects the frame of signed-in screens with the modules. The shell itself does not depend on any module.
import { ConfirmIdentityProvider } from './account/confirm-identity.tsx'
import { api } from './platform/data/api.ts'
import { handleOf } from './platform/data/screen-reads.ts'
import { lazy } from './platform/loading/lazy.ts'
import { useAuth } from './platform/session/auth.tsx'
import { SearchButton } from './search/index.ts'
import { ScreensAhead } from './shell/screens-ahead.tsx'
import { Shell } from './shell/shell.tsx'
import type { ShellParts } from './shell/shell-parts.ts'
import { TimerMark } from './time/index.ts'

const parts: ShellParts = {
  Search: SearchButton,
  Timer: TimerMark,
  Screens: ConfirmIdentityProvider,
  Bell: lazy(() => import('./notifications/bell.tsx')),
  WaitingCount: lazy(() => import('./notifications/waiting-count.tsx')),
  MailCount: lazy(() => import('./notifications/mail-count.tsx')),
  HoursFoot: lazy(() => import('./hours/hours-foot.tsx')),
  TwoFactorGate: lazy(() => import('./account/two-factor-gate.tsx')),
  PurchaseSignedOut: lazy(() =>
    import('./marketplace/purchase-signed-out.tsx').then((m) => ({ default: m.PurchaseSignedOut })),
  ),
}

/** The screens that people open most. Only the code of a screen is loaded, so any ticket's address will do. */
const LIKELY_OF_PARTNERS = ['/tickets', '/tickets/next', '/apps-automations']
const LIKELY_OF_STAFF = ['/admin/tickets', '/admin/tickets/next', '/apps-automations']
const loadReply = () => import('./tickets/prefetch.ts').then((m) => m.loadComposer())

/** Loads the code of the screens that the reader is likely to open next. */
function LikelyScreens() {
  const { session, ready, isInternalUser } = useAuth()
  if (!session || !ready) return null
  return <ScreensAhead pages={isInternalUser ? LIKELY_OF_STAFF : LIKELY_OF_PARTNERS} loadMore={loadReply} />
}

/** Every screen begins with the profile and the role, which `AuthProvider` reads. */
export const handle = handleOf(() => [api.account.profile.queryOptions(), api.account.role.queryOptions()])

/** The frame of all screens that require a sign-in. */
export default function SignedIn() {
  return (
    <>
      <Shell parts={parts} />
      <LikelyScreens />
    </>
  )
}
