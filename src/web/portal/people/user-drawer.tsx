import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { DrawerWait } from '../platform/loading/drawer-wait.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import { type Ask, hasAnyAct } from './acts.ts'
import { roles } from './labels.ts'
import { getUserName, type Side, type UserDetail } from './model.ts'
import { userOptions } from './people-queries.ts'
import { SecondFactor, UserStatusMark, You } from './user-marks.tsx'

const loadMenu = () => import('./user-menu.tsx')

interface UserDrawerProps {
  /** Undefined while the drawer closes. */
  id: string | undefined
  side: Side
  ask: Ask
  onClose: () => void
}

/** The details of a user or an invitation, beside the list. */
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
        hasAnyAct(user) && (
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
          gone="The user has moved to another company, or the invitation was accepted or revoked."
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
        <Avatar name={getUserName(user)} size="lg" />
        <p className="mt-3 flex flex-wrap items-center gap-2 font-semibold text-base [overflow-wrap:anywhere]">
          <bdi>{getUserName(user)}</bdi>
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
            <span className="mt-0.5 block text-muted text-xs">No role is assigned, so the default role applies.</span>
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
              {invitation.sentCount === 1 ? 'Once' : `${invitation.sentCount} times, last sent`}{' '}
              {invitation.sentCount > 1 && <RelativeTime iso={invitation.lastSentAt} />}
            </Fact>
            <Fact name={invitation.expired ? 'Expired' : 'Expires'}>
              <RelativeTime iso={invitation.expiresAt} />
            </Fact>
          </>
        ) : (
          <>
            <Fact name="Last active">
              {user.lastSeenAt ? <RelativeTime iso={user.lastSeenAt} /> : <span className="text-muted">Never</span>}
            </Fact>
            <Fact name="Added">
              <RelativeTime iso={user.createdAt} />
            </Fact>
            <Fact name="Two-factor">
              <SecondFactor on={user.secondFactor} />
            </Fact>
          </>
        )}
      </dl>
      {access && (
        <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2.5 border-line border-t pt-4">
          <Fact name="Signs in with">{formatSignInMethods(access)}</Fact>
          <Fact name="Sessions">
            {access.sessions === 0 ? (
              <span className="text-muted">None active</span>
            ) : (
              <>
                {access.sessions} active
                {access.lastUsedAt && (
                  <span className="block text-muted text-xs">
                    Last used <RelativeTime iso={access.lastUsedAt} />
                  </span>
                )}
              </>
            )}
          </Fact>
          {access.apiKeys.length > 0 && (
            <Fact name="API keys">
              <ul className="flex flex-col gap-1">
                {access.apiKeys.map((key) => (
                  <li key={key.id}>
                    {key.name} <code className="text-muted text-xs">{key.prefix}…</code>
                  </li>
                ))}
              </ul>
              <span className="mt-1 block text-muted text-xs">
                Created by this user. They belong to the company and keep working if the user is deactivated.
              </span>
            </Fact>
          )}
        </dl>
      )}
    </div>
  )
}

function formatSignInMethods({ password, google, passkeys }: NonNullable<UserDetail['access']>): string {
  const methods = [
    password && 'Password',
    google && 'Google',
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
  ].filter((method) => method !== false)
  return methods.length > 0 ? methods.join(', ').replace(/^a /, 'A ') : 'No sign-in method yet'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
