import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { useActions } from '../platform/actions.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { PictureAvatar } from '../platform/picture-avatar.tsx'
import { useAuth } from '../platform/session/auth.tsx'

// Menus would be a third of the initial code and are rarely used, so they load on hover or focus.
const load = () => import('./account-menu.tsx')
const AccountMenu = lazy(load)

const ROLES = { member: 'Member', owner: 'Owner', engineer: 'Engineer', admin: 'Administrator' }

/** The button that opens the account menu. */
export function AccountButton() {
  const { user, profile, role, isInternalUser, signOut } = useAuth()
  const [wanted, setWanted] = useState(false)
  const leave = async () => {
    const { error } = await signOut()
    if (error) {
      showToast({
        title: 'Signed out in this browser only',
        description:
          'We couldn’t reach the server, so your session is still active. Sign in and sign out again when you’re back online.',
        tone: 'destructive',
      })
    } else showToast({ title: 'Signed out.', description: "You've been successfully signed out." })
  }
  useActions([{ label: 'Sign out', also: 'log out logout signout leave exit', last: true, run: () => void leave() }])
  if (!user) return null
  const name = profile?.full_name ?? user.user_metadata.full_name
  const button = (
    <Button
      variant="ghost"
      className="px-2"
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={wanted ? undefined : () => setWanted(true)}
    >
      <span className="sr-only">Account</span>
      <PictureAvatar id={profile?.id} name={name} etag={profile?.photo_etag} size="sm" />
      <span className="max-w-40 truncate max-sm:hidden md:max-lg:hidden">{name}</span>
      <ChevronDown aria-hidden className="size-4" />
    </Button>
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu
        trigger={button}
        email={user.email}
        role={ROLES[role ?? (isInternalUser ? 'engineer' : 'member')]}
        defaultOpen
        onLeave={() => void leave()}
      />
    </Suspense>
  )
}
