import {
  ArrowRightLeft,
  Eye,
  LogOut,
  Send,
  ShieldOff,
  SquareArrowOutUpRight,
  Undo2,
  UserRoundCheck,
  UserRoundCog,
  UserRoundX,
} from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'
import type { Ask } from './acts.ts'
import { roles } from './labels.ts'
import type { User } from './model.ts'
import { resendInvitation } from './resend.ts'

interface UserMenuProps {
  button: ReactElement
  user: User
  ask: Ask
  /** A link to the details. Undefined if they are already on the screen. */
  details?: string
}

/** A menu of the reader's actions on a user or an invitation. */
export function UserMenu({ button, user, ask, details }: UserMenuProps) {
  const { can, onlyOne, company } = user
  const quiet = can.viewAs || can.endSessions || can.resetFactors || can.move
  const head = company.isInternal ? 'administrator' : 'owner'
  return (
    <Menu defaultOpen trigger={button}>
      {details && (
        <MenuLink icon={<SquareArrowOutUpRight aria-hidden />} href={details}>
          View details
        </MenuLink>
      )}
      {can.resend && (
        <MenuItem icon={<Send aria-hidden />} onSelect={() => void resendInvitation(user)}>
          Resend invitation
        </MenuItem>
      )}
      {can.roles.map((role) => (
        <MenuItem key={role} icon={<UserRoundCog aria-hidden />} onSelect={() => ask({ kind: 'role', user, role })}>
          Make {roles[role].label.toLowerCase()}…
        </MenuItem>
      ))}
      {quiet && (details || can.roles.length > 0) && <MenuSeparator />}
      {can.viewAs && (
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => ask({ kind: 'view-as', user })}>
          View as this user…
        </MenuItem>
      )}
      {can.endSessions && (
        <MenuItem icon={<LogOut aria-hidden />} onSelect={() => ask({ kind: 'end-sessions', user })}>
          Sign out everywhere…
        </MenuItem>
      )}
      {can.resetFactors && (
        <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => ask({ kind: 'reset', user })}>
          Reset two-factor authentication…
        </MenuItem>
      )}
      {can.move && (
        <MenuItem icon={<ArrowRightLeft aria-hidden />} onSelect={() => ask({ kind: 'move', user })}>
          Move to another company…
        </MenuItem>
      )}
      {(can.deactivate || can.reactivate || can.revoke) && <MenuSeparator />}
      {can.deactivate && (
        <MenuItem tone="danger" icon={<UserRoundX aria-hidden />} onSelect={() => ask({ kind: 'deactivate', user })}>
          Deactivate…
        </MenuItem>
      )}
      {can.reactivate && (
        <MenuItem icon={<UserRoundCheck aria-hidden />} onSelect={() => ask({ kind: 'reactivate', user })}>
          Reactivate…
        </MenuItem>
      )}
      {can.revoke && (
        <MenuItem tone="danger" icon={<Undo2 aria-hidden />} onSelect={() => ask({ kind: 'revoke', user })}>
          Revoke invitation…
        </MenuItem>
      )}
      {onlyOne && (
        <p className="max-w-64 px-2.5 pt-2 pb-1.5 text-muted text-xs">
          This is the only {head}. Make someone else {company.isInternal ? 'an administrator' : 'an owner'} first.
        </p>
      )}
    </Menu>
  )
}
