import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuth } from '../platform/session/auth.tsx'

export const meta = () => [{ title: `Settings · ${brand.shortName}` }]

const own = [
  { href: '/settings', label: 'Profile' },
  { href: '/settings/security', label: 'Security' },
  { href: '/settings/notifications', label: 'Notifications' },
]
/** Tabs for owners only. */
const company = [
  { href: '/settings/company', label: 'Company' },
  { href: '/settings/billing', label: 'Billing' },
  { href: '/settings/api-keys', label: 'API keys' },
  { href: '/settings/export', label: 'Data export' },
]

/** Tabs for staff only. */
const staff = [
  { href: '/settings/canned-replies', label: 'Canned replies' },
  { href: '/settings/service-levels', label: 'SLA policies' },
]

/** Tabs for administrators only. */
const administrators = [{ href: '/settings/remittance', label: 'Remittance' }]

/** The settings frame: one tab per page, with the open page below. */
export default function SettingsLayout() {
  const { ready, role, isInternalUser } = useAuth()
  const { pathname } = useLocation()
  const tabs = isInternalUser
    ? [...own, ...staff, ...(role === 'admin' ? administrators : [])]
    : role === 'owner'
      ? [...own, ...company]
      : own
  // On a narrow phone the active tab may be outside the visible area.
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with the path
  useEffect(() => {
    if (ready) row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [ready, pathname])
  const forOwners = company.some(({ href }) => pathname.startsWith(href))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Settings" description="Manage your profile, how you sign in, and your company." />
      <nav aria-label="Settings" className="-mt-2">
        <ul
          ref={row}
          className="flex gap-5 overflow-x-auto max-md:gap-4 border-line border-b [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
        >
          {tabs.map(({ href, label }) => (
            <li key={href} className="shrink-0">
              <NavLink
                to={href}
                end
                prefetch="intent"
                preventScrollReset
                className={({ isActive }) =>
                  cx(
                    '-mb-px flex h-11 items-center whitespace-nowrap border-b-2 font-medium text-sm transition-colors -outline-offset-2',
                    isActive
                      ? 'border-accent text-text forced-colors:border-[Highlight]'
                      : 'border-transparent text-muted hover:text-text forced-colors:border-[Canvas]',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {!ready ? (
        <Skeleton className="h-64" />
      ) : forOwners && role !== 'owner' ? (
        <EmptyState
          icon={<Lock />}
          title="Only company owners can see this page"
          action={<LinkButton href="/settings">Back to your profile</LinkButton>}
        >
          Ask an owner of your company to help you or to make you an owner.
        </EmptyState>
      ) : (
        <Outlet />
      )}
    </div>
  )
}
