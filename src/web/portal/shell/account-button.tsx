import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { PictureAvatar } from '../companies/picture-avatar.tsx'
import { useActions } from '../platform/actions.ts'
import { useAuth } from '../platform/auth.tsx'

// Menus are a third of the code of a first view and wanted by few of them: fetched when somebody reaches for one.
const load = () => import('./account-menu.tsx')
const AccountMenu = lazy(load)

const ROLES = { member: 'Member', owner: 'Owner', engineer: 'Automation engineer', admin: 'Administrator' }

/** The button of the account menu. */
export function AccountButton() {
  const { user, profile, role, isInternalUser, signOut } = useAuth()
  const [wanted, setWanted] = useState(false)
  const leave = async () => {
    const { error } = await signOut()
    if (error) {
      toast({
        title: 'Signed out on this page only.',
        description:
          'The server could not be reached, so the session is still open there. Sign in and out again when you are online.',
        tone: 'destructive',
      })
    } else toast({ title: 'Signed out.', description: "You've been successfully signed out." })
  }
  useActions([{ label: 'Sign out', last: true, run: () => void leave() }])
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
      <span className="max-w-40 truncate max-sm:hidden">{name}</span>
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
