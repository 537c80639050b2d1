import { Suspense } from 'react'
import { NavLink } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { AFTER_SIGN_IN } from '../platform/session/redirect.ts'
import { listNavigationGroups } from './navigation.ts'
import type { ShellParts } from './shell-parts.ts'

/** The entry of the screen with incoming mail. */
const INCOMING = '/admin/outbox'

type NavigationProps = Pick<ShellParts, 'WaitingCount' | 'MailCount'> & { onNavigate?: () => void }
type CompanyFootProps = Pick<ShellParts, 'HoursFoot'> & { onNavigate?: () => void }

/** The navigation for the signed-in user. */
export function Navigation({ WaitingCount, MailCount, onNavigate }: NavigationProps) {
  const { isInternalUser, ready, role } = useAuth()
  if (!ready) {
    return (
      <div className="flex flex-col gap-2">
        <Skeleton className="h-8" />
        <Skeleton className="h-8" />
      </div>
    )
  }
  return (
    <nav aria-label="Portal" className="flex flex-col gap-6">
      {listNavigationGroups(isInternalUser, role === 'admin').map((group) => (
        <ul key={group.label} aria-label={group.label} className="flex flex-col gap-0.5">
          {group.entries.map(({ href, label, icon: Icon, end }) => (
            <li key={href}>
              <NavLink
                to={href}
                end={end}
                prefetch="intent"
                onClick={onNavigate}
                className={({ isActive }) =>
                  cx(
                    'flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-sm transition-colors max-md:min-h-11',
                    isActive
                      ? 'bg-accent/10 font-medium text-accent forced-colors:underline'
                      : 'text-muted hover:bg-line/60 hover:text-text',
                  )
                }
              >
                <Icon aria-hidden className="size-4 shrink-0" />
                {label}
                {href === AFTER_SIGN_IN && (
                  <Suspense>
                    <WaitingCount />
                  </Suspense>
                )}
                {href === INCOMING && (
                  <Suspense>
                    <MailCount />
                  </Suspense>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** The company at the bottom of the sidebar. Partners also see their remaining hours. */
export function CompanyFoot({ HoursFoot, onNavigate }: CompanyFootProps) {
  const { profile } = useAuth()
  if (!profile) return null
  const internal = profile.company.is_internal
  return (
    <div className="border-line border-t pt-3 text-sm">
      <p className="truncate font-medium">{profile.company.name}</p>
      {internal ? (
        <p className="truncate text-muted text-xs">Internal</p>
      ) : (
        <Suspense fallback={<p className="h-6 max-md:h-11" />}>
          <HoursFoot onNavigate={onNavigate} />
        </Suspense>
      )}
    </div>
  )
}
