import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAuth } from '../platform/auth.tsx'

export const meta = () => [{ title: `Settings · ${brand.shortName}` }]

const own = [
  { href: '/settings', label: 'Profile' },
  { href: '/settings/security', label: 'Security' },
  { href: '/settings/notifications', label: 'Notifications' },
]
/** Only for those who run their company here. */
const company = [
  { href: '/settings/company', label: 'Company' },
  { href: '/settings/billing', label: 'Billing' },
  { href: '/settings/api-keys', label: 'API keys' },
  { href: '/settings/export', label: 'Data export' },
]

/** Only for our own people. */
const staff = [
  { href: '/settings/canned-replies', label: 'Canned replies' },
  { href: '/settings/service-levels', label: 'Service levels' },
]

/** The frame of the settings: a tab per address, and the part that is open. */
export default function SettingsLayout() {
  const { ready, role, isInternalUser } = useAuth()
  const { pathname } = useLocation()
  const tabs = isInternalUser ? [...own, ...staff] : role === 'owner' ? [...own, ...company] : own
  // On a narrow phone the open tab may lie beyond the edge.
  const row = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, another open tab
  useEffect(() => {
    if (ready) row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [ready, pathname])
  const forOwners = company.some(({ href }) => pathname.startsWith(href))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Settings" description="How you appear, how you sign in, and what belongs to your company." />
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
          title="Only owners of a company see this"
          action={<LinkButton href="/settings">Back to your profile</LinkButton>}
        >
          Ask an owner of your company to look here, or to make you one.
        </EmptyState>
      ) : (
        <Outlet />
      )}
    </div>
  )
}
