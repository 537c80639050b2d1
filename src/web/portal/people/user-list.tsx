import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, UserRoundPlus, UsersRound } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import type { List } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { companyOptions } from '../platform/forms/company-options.ts'
import { OnDemand, useOnDemand } from '../platform/loading/on-demand.tsx'
import { useAuth } from '../platform/session/auth.tsx'
import { useAddress } from '../platform/use-address.ts'
import { useHashAction } from '../platform/use-hash-action.ts'
import { type Act, type Ask, hasAnyAct } from './acts.ts'
import { allUsers, companyUsers, ownUsers } from './lists.tsx'
import { getUserName, type Side, type User } from './model.ts'
import { OPEN_USER, useUserHref } from './user-link.tsx'

const loadMenu = () => import('./user-menu.tsx')
const loadActs = () => import('./act-dialog.tsx')
const loadInvite = () => import('./invite-dialog.tsx')
const loadDrawer = () => import('./user-drawer.tsx')

interface UserListProps {
  side: Side
  /** Limits the list to this company. */
  companyId?: string
  /** Inside another page, without its own heading. */
  embedded?: boolean
}

/** Lists users and open invitations, with the actions available to the reader. */
export function UserList({ side, companyId, embedded = false }: UserListProps) {
  const { profile, role } = useAuth()
  const { ask, dialog } = useActs()
  const drawer = useDrawer(side, ask)
  const given = useQuery({ ...companyOptions(companyId ?? ''), enabled: companyId !== undefined }).data
  const mayInvite = role === 'owner' || role === 'admin'
  const list = (side === 'partner' ? ownUsers : companyId ? companyUsers : allUsers) as unknown as List<User>
  const fixed = useMemo(() => (companyId ? { company: companyId } : undefined), [companyId])
  const rowActions = useCallback((user: User) => <RowMenu user={user} ask={ask} />, [ask])
  const invite = mayInvite && (side === 'staff' || profile) && (
    <InviteButton
      company={
        companyId
          ? { id: companyId, isInternal: given?.is_internal ?? false, name: given?.name ?? 'this company' }
          : side === 'partner' && profile
            ? { id: profile.company_id, isInternal: false, name: profile.company.name }
            : undefined
      }
    />
  )
  const name = side === 'partner' ? (profile?.company.name ?? 'your company') : 'all companies'
  const empty = (view: string | undefined): Nothing => {
    if (view === 'invited')
      return {
        icon: <UserRoundPlus />,
        title: 'No open invitations',
        text: mayInvite ? 'People you invite appear here until they accept.' : 'Open invitations appear here.',
        action: invite || undefined,
      }
    if (view === 'deactivated')
      return { icon: <UsersRound />, title: 'No deactivated users', text: 'Users who are deactivated appear here.' }
    return {
      icon: <UsersRound />,
      title: 'No users yet',
      text: 'Invite people to give them access to the portal.',
      action: invite || undefined,
    }
  }
  return (
    <>
      <ListScreen
        key={companyId}
        list={list}
        title={side === 'staff' && !companyId ? 'All users' : 'Users'}
        description={
          side === 'staff'
            ? 'Everyone who can sign in, at every company.'
            : mayInvite
              ? `The people who can sign in for ${name}, and their roles.`
              : `The people who can sign in for ${name}. Only owners can invite people and change roles.`
        }
        actions={invite || undefined}
        fixed={fixed}
        empty={empty}
        rowActions={rowActions}
        embedded={embedded}
      />
      {drawer}
      {dialog}
    </>
  )
}

/** The menu at the end of a row. Renders nothing if the reader cannot take any action. */
function RowMenu({ user, ask }: { user: User; ask: Ask }) {
  const href = useUserHref()
  if (!hasAnyAct(user) && !user.onlyOne) return null
  return (
    <OnDemand
      load={loadMenu}
      button={
        <IconButton
          size="sm"
          label={`Actions for ${getUserName(user)}`}
          icon={<MoreHorizontal aria-hidden className="size-4" />}
        />
      }
    >
      {({ UserMenu }, button) => <UserMenu button={button} user={user} ask={ask} details={href(user.id)} />}
    </OnDemand>
  )
}

/** Returns a function that opens the dialog of an action, and the dialog. */
function useActs() {
  const { module, get } = useOnDemand(loadActs)
  const [asked, setAsked] = useState<{ act: Act; open: boolean; count: number }>()
  const ask = useCallback<Ask>(
    (act) =>
      void get().then((loaded) => {
        if (loaded) setAsked((before) => ({ act, open: true, count: (before?.count ?? 0) + 1 }))
      }),
    [get],
  )
  const dialog = module && asked && (
    <module.ActDialog
      key={asked.count}
      act={asked.act}
      open={asked.open}
      onClose={() => setAsked((now) => (now?.count === asked.count ? { ...now, open: false } : now))}
    />
  )
  return { ask, dialog }
}

/** Returns the drawer with the details of the user in the address. */
function useDrawer(side: Side, ask: Ask) {
  const [query, set] = useAddress()
  const { module, get } = useOnDemand(loadDrawer)
  const id = query.get(OPEN_USER) ?? undefined
  const close = useCallback(() => set({ [OPEN_USER]: undefined }), [set])
  const act = useCallback<Ask>(
    (what) => {
      close()
      ask(what)
    },
    [close, ask],
  )
  useEffect(() => {
    if (id) void get()
  }, [id, get])
  return module && <module.UserDrawer id={id} side={side} ask={act} onClose={close} />
}

type InviteCompany = { id: string; name: string; isInternal: boolean } | undefined

function InviteButton({ company }: { company: InviteCompany }) {
  const { module, pending, get } = useOnDemand(loadInvite)
  const [state, setState] = useState({ open: false, count: 0 })
  const ask = () => void get().then((loaded) => loaded && setState((now) => ({ open: true, count: now.count + 1 })))
  useHashAction('#invite', ask)
  return (
    <>
      <Button
        variant="primary"
        icon={<UserRoundPlus aria-hidden className="size-4" />}
        pending={pending}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadInvite().catch(() => {})}
        onClick={ask}
      >
        Invite people
      </Button>
      {module && state.count > 0 && (
        <module.InviteDialog
          key={state.count}
          open={state.open}
          company={company}
          onClose={() => setState((now) => ({ ...now, open: false }))}
        />
      )}
    </>
  )
}
