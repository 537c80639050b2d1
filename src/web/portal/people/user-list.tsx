import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, UserRoundPlus, UsersRound } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, IconButton } from '../../ui/button.tsx'
import type { List } from '../lists/list.ts'
import { ListScreen, type Nothing } from '../lists/list-screen.tsx'
import { useAuth } from '../platform/auth.tsx'
import { companyOptions } from '../platform/company-options.ts'
import { OnDemand, useOnDemand } from '../platform/on-demand.tsx'
import { useAddress } from '../platform/use-address.ts'
import { type Act, type Ask, anyAct } from './acts.ts'
import { allUsers, companyUsers, ownUsers } from './lists.tsx'
import { nameOf, type Side, type User } from './model.ts'
import { OPEN, useUserHref } from './user-link.tsx'

const loadMenu = () => import('./user-menu.tsx')
const loadActs = () => import('./act-dialog.tsx')
const loadInvite = () => import('./invite-dialog.tsx')
const loadDrawer = () => import('./user-drawer.tsx')

interface UserListProps {
  side: Side
  /** Only the users of this company. */
  companyId?: string
  /** Inside another page: without a head of its own. */
  embedded?: boolean
}

/** Users and open invitations, with what the reader may do: invite, change roles, deactivate and the rest. */
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
        title: 'Nobody is invited',
        text: mayInvite ? 'Whoever you invite stands here until they have accepted.' : 'Open invitations stand here.',
        action: invite || undefined,
      }
    if (view === 'deactivated')
      return { icon: <UsersRound />, title: 'Nobody is deactivated', text: 'Whoever is shut out stands here.' }
    return { icon: <UsersRound />, title: 'No users yet', text: 'Invite the first one.', action: invite || undefined }
  }
  return (
    <>
      <ListScreen
        key={companyId}
        list={list}
        title={side === 'staff' && !companyId ? 'All users' : 'Users'}
        description={
          side === 'staff'
            ? 'Everybody who can sign in, of every company.'
            : mayInvite
              ? `Who can sign in for ${name}, and what they may do.`
              : `Who can sign in for ${name}. Only owners invite people and change roles; ask one of them.`
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

/** The menu at a row's end; nothing where the reader may do nothing. */
function RowMenu({ user, ask }: { user: User; ask: Ask }) {
  const href = useUserHref()
  if (!anyAct(user) && !user.onlyOne) return null
  return (
    <OnDemand
      load={loadMenu}
      button={
        <IconButton
          size="sm"
          className="max-md:!size-11"
          label={`Actions for ${nameOf(user)}`}
          icon={<MoreHorizontal aria-hidden className="size-4" />}
        />
      }
    >
      {({ UserMenu }, button) => <UserMenu button={button} user={user} ask={ask} details={href(user.id)} />}
    </OnDemand>
  )
}

/** Asking before acts: how to ask, and the dialog that does. */
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

/** The details of the user whom the address names. */
function useDrawer(side: Side, ask: Ask) {
  const [query, set] = useAddress()
  const { module, get } = useOnDemand(loadDrawer)
  const id = query.get(OPEN) ?? undefined
  const close = useCallback(() => set({ [OPEN]: undefined }), [set])
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
  // The palette leads here with this mark; once used, the way back does not ask again.
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (hash !== '#invite') return
    void navigate({ pathname, search }, { replace: true })
    void get().then((loaded) => loaded && setState((now) => ({ open: true, count: now.count + 1 })))
  }, [hash, pathname, search, navigate, get])
  return (
    <>
      <Button
        variant="primary"
        icon={<UserRoundPlus aria-hidden className="size-4" />}
        pending={pending}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadInvite().catch(() => {})}
        onClick={() => void get().then((loaded) => loaded && setState((now) => ({ open: true, count: now.count + 1 })))}
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
