import { LogOut, Settings } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'

type Props = {
  trigger: ReactElement
  email: string
  role: string
  /** Whether the menu was requested before its code had loaded. */
  defaultOpen: boolean
  onLeave: () => void
}

/** Shows who is signed in, with a sign-out button. */
export default function AccountMenu({ trigger, email, role, defaultOpen, onLeave }: Props) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <div className="px-2.5 py-2">
        <p className="truncate font-medium">{email}</p>
        <p className="text-muted text-xs">{role}</p>
      </div>
      <MenuSeparator />
      <MenuLink icon={<Settings aria-hidden />} href="/settings">
        Settings
      </MenuLink>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onLeave}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}
