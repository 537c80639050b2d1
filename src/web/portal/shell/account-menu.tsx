import { ChevronDown, LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAuth } from '../platform/auth.tsx'

const ROLES = { member: 'Member', owner: 'Owner', engineer: 'Automation engineer', admin: 'Administrator' }

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { user, profile, role, isInternalUser, signOut } = useAuth()
  const navigate = useNavigate()
  if (!user) return null
  const name = profile?.full_name ?? user.user_metadata.full_name
  const leave = async () => {
    await signOut()
    navigate('/auth', { replace: true })
    toast({ title: 'Signed out.', description: "You've been successfully signed out." })
  }
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="px-2" aria-label={`Account: ${user.email}`}>
          <Avatar name={name} size="sm" />
          <span className="max-w-40 truncate max-sm:hidden">{name}</span>
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      <div className="px-2.5 py-2">
        <p className="truncate font-medium">{user.email}</p>
        <p className="text-muted text-xs">{ROLES[role ?? (isInternalUser ? 'engineer' : 'member')]}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void leave()}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
