import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DrawerWait } from '../platform/drawer-wait.tsx'
import { OnDemand } from '../platform/on-demand.tsx'
import { type Ask, anyAct } from './acts.ts'
import { roles } from './labels.ts'
import { nameOf, type Side, type UserDetail } from './model.ts'
import { userOptions } from './people-queries.ts'
import { SecondFactor, UserStatusMark, You } from './user-marks.tsx'

const loadMenu = () => import('./user-menu.tsx')

interface UserDrawerProps {
  /** Undefined while it closes. */
  id: string | undefined
  side: Side
  ask: Ask
  onClose: () => void
}

/** What is known about a user or an invitation, beside the list. */
export function UserDrawer({ id, side, ask, onClose }: UserDrawerProps) {
  const query = useQuery({ ...userOptions(id ?? ''), enabled: id !== undefined })
  const user = query.data
  return (
    <Drawer
      open={id !== undefined}
      onOpenChange={(open) => !open && onClose()}
      side="right"
      title={user?.kind === 'invitation' ? 'Invitation' : 'User'}
      footer={
        user &&
        anyAct(user) && (
          <OnDemand
            load={loadMenu}
            button={
              <Button className="w-full">
                Actions
                <ChevronDown aria-hidden className="size-4 text-muted" />
              </Button>
            }
          >
            {({ UserMenu }, button) => <UserMenu button={button} user={user} ask={ask} />}
          </OnDemand>
        )
      }
    >
      {user ? (
        <Details user={user} side={side} />
      ) : (
        <DrawerWait
          query={query}
          gone="The user is in another company by now, or the invitation was answered or revoked."
        />
      )}
    </Drawer>
  )
}

function Details({ user, side }: { user: UserDetail; side: Side }) {
  const { access, invitation } = user
  return (
    <div className="flex flex-col gap-5 p-1">
      <div>
        <Avatar name={nameOf(user)} size="lg" />
        <p className="mt-3 flex flex-wrap items-center gap-2 font-semibold text-base [overflow-wrap:anywhere]">
          <bdi>{nameOf(user)}</bdi>
          {user.isYou && <You />}
        </p>
        <p className="mt-0.5 flex items-center gap-1 text-muted">
          <span className="min-w-0 [overflow-wrap:anywhere]">{user.name ? user.email : 'No name yet'}</span>
          <CopyButton text={user.email} label="Copy email address" />
        </p>
      </div>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5 border-line border-t pt-4">
        <Fact name="Status">
          <UserStatusMark user={user} />
        </Fact>
        <Fact name="Role">
          {roles[user.role].label}
          <span className="mt-0.5 block text-muted text-xs">{roles[user.role].meaning}</span>
          {user.kind === 'user' && user.givenRole === null && (
            <span className="mt-0.5 block text-muted text-xs">Nobody has given a role yet; this one counts.</span>
          )}
        </Fact>
        {side === 'staff' && (
          <Fact name="Company">
            {user.company.isInternal ? (
              user.company.name
            ) : (
              <Anchor
                href={`/companies/${user.company.id}`}
                className="rounded-[4px] underline decoration-line underline-offset-3 hover:decoration-accent"
              >
                {user.company.name}
              </Anchor>
            )}
          </Fact>
        )}
        {invitation ? (
          <>
            <Fact name="Invited by">{invitation.invitedBy.name}</Fact>
            <Fact name="Invited">
              <RelativeTime iso={user.createdAt} />
            </Fact>
            <Fact name="Sent">
              {invitation.sentCount === 1 ? 'Once' : `${invitation.sentCount} times, last`}{' '}
              {invitation.sentCount > 1 && <RelativeTime iso={invitation.lastSentAt} />}
            </Fact>
            <Fact name={invitation.expired ? 'Ran out' : 'Good until'}>
              <RelativeTime iso={invitation.expiresAt} />
            </Fact>
          </>
        ) : (
          <>
            <Fact name="Last seen">
              {user.lastSeenAt ? <RelativeTime iso={user.lastSeenAt} /> : <span className="text-muted">Never</span>}
            </Fact>
            <Fact name="Added">
              <RelativeTime iso={user.createdAt} />
            </Fact>
            <Fact name="Second factor">
              <SecondFactor on={user.secondFactor} />
            </Fact>
          </>
        )}
      </dl>
      {access && (
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5 border-line border-t pt-4">
          <Fact name="Signs in with">{waysIn(access)}</Fact>
          <Fact name="Sessions">
            {access.sessions === 0 ? (
              <span className="text-muted">None open</span>
            ) : (
              <>
                {access.sessions} open
                {access.lastUsedAt && (
                  <span className="block text-muted text-xs">
                    Last used <RelativeTime iso={access.lastUsedAt} />
                  </span>
                )}
              </>
            )}
          </Fact>
          {access.apiKeys.length > 0 && (
            <Fact name="API keys made">
              <ul className="flex flex-col gap-1">
                {access.apiKeys.map((key) => (
                  <li key={key.id}>
                    {key.name} <code className="text-muted text-xs">{key.prefix}…</code>
                  </li>
                ))}
              </ul>
              <span className="mt-1 block text-muted text-xs">
                They belong to the company and go on working when this person is deactivated.
              </span>
            </Fact>
          )}
        </dl>
      )}
    </div>
  )
}

function waysIn({ password, google, passkeys }: NonNullable<UserDetail['access']>): string {
  const ways = [
    password && 'Password',
    google && 'Google',
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
  ].filter((way) => way !== false)
  return ways.length > 0 ? ways.join(', ').replace(/^a /, 'A ') : 'Nothing yet'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
