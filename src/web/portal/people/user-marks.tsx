import { ShieldCheck, ShieldOff } from 'lucide-react'
import { Badge, StatusMark } from '../../ui/status.tsx'
import { getUserStatusLook, roles } from './labels.ts'
import type { Role, User } from './model.ts'

/** Shows the status of a user or an invitation. */
export function UserStatusMark({ user }: { user: Pick<User, 'status' | 'invitation'> }) {
  const { label, tone, shape } = getUserStatusLook(user)
  return (
    <StatusMark tone={tone} shape={shape}>
      {label}
    </StatusMark>
  )
}

/** Shows the label of a role. Owners and administrators are emphasized. */
export function RoleName({ role }: { role: Role }) {
  return <span className={role === 'owner' || role === 'admin' ? '' : 'text-muted'}>{roles[role].label}</span>
}

/** Shows whether a user signs in with a second factor. */
export function SecondFactor({ on }: { on: boolean }) {
  return on ? (
    <span className="inline-flex items-center gap-1.5 align-top">
      <ShieldCheck aria-hidden className="size-4 shrink-0 text-good" />
      On
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 align-top text-muted">
      <ShieldOff aria-hidden className="size-4 shrink-0" />
      Off
    </span>
  )
}

/** Marks the reader in a list. */
export const You = () => <Badge tone="accent">You</Badge>
