import { Anchor } from '../../ui/anchor.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import type { ListColumn } from '../lists/list.ts'
import { getUserName, type Side, type User } from './model.ts'
import { UserLink } from './user-link.tsx'
import { RoleName, SecondFactor, UserStatusMark, You } from './user-marks.tsx'

type Column = ListColumn<User>

const who: Column = {
  key: 'name',
  header: 'Name',
  sort: 'name',
  cell: (u) => (
    <UserLink id={u.id}>
      <span className="flex min-w-0 items-center gap-3 py-1.5">
        <Avatar name={getUserName(u)} />
        <span className="min-w-0 leading-5">
          <span className="flex items-center gap-2">
            <bdi className="truncate font-medium">{getUserName(u)}</bdi>
            {u.isYou && <You />}
          </span>
          <span className="block truncate text-muted text-xs">{u.name ? u.email : 'No name yet'}</span>
        </span>
      </span>
    </UserLink>
  ),
  card: (u) => (
    <UserLink id={u.id}>
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={getUserName(u)} />
        <span className="min-w-0 flex-1 leading-5">
          <span className="flex items-center gap-2">
            <bdi className="min-w-0 truncate">{getUserName(u)}</bdi>
            {u.isYou && <You />}
          </span>
          {u.name && <span className="block truncate font-normal text-muted text-xs">{u.email}</span>}
        </span>
      </span>
    </UserLink>
  ),
}
const company: Column = {
  key: 'company',
  header: 'Company',
  width: 'w-48',
  cell: (u) =>
    u.company.isInternal ? (
      <span className="truncate">{u.company.name}</span>
    ) : (
      <Anchor href={`/companies/${u.company.id}`} className="rounded-[4px] hover:text-accent hover:underline">
        {u.company.name}
      </Anchor>
    ),
  card: (u) => <span className="truncate">{u.company.name}</span>,
}
const role: Column = {
  key: 'role',
  header: 'Role',
  width: 'w-32',
  cell: (u) => <RoleName role={u.role} />,
  card: (u) => (
    <span className="text-text">
      <RoleName role={u.role} />
    </span>
  ),
}
const status: Column = {
  key: 'status',
  header: 'Status',
  width: 'w-44',
  cell: (u) => <UserStatusMark user={u} />,
}
const factor: Column = {
  key: 'factor',
  header: 'Two-factor',
  width: 'w-34',
  priority: 'medium',
  cell: (u) => (u.kind === 'user' ? <SecondFactor on={u.secondFactor} /> : <span className="text-muted">–</span>),
  card: (u) => (u.kind === 'user' ? `Two-factor ${u.secondFactor ? 'on' : 'off'}` : 'Hasn’t signed in yet'),
}
const seen: Column = {
  key: 'seen',
  header: 'Last active',
  sort: 'seen',
  width: 'w-32',
  align: 'end',
  cell: (u) =>
    u.lastSeenAt ? (
      <RelativeTime iso={u.lastSeenAt} className="text-muted" />
    ) : (
      <span className="text-muted">{u.kind === 'user' ? 'Never' : '–'}</span>
    ),
  card: (u) =>
    u.lastSeenAt ? (
      <span className="truncate">
        Last active <RelativeTime iso={u.lastSeenAt} />
      </span>
    ) : u.invitation ? (
      <span className="truncate">
        Sent <RelativeTime iso={u.invitation.lastSentAt} />
      </span>
    ) : (
      'Never active'
    ),
}
const added: Column = {
  key: 'added',
  header: 'Added',
  sort: 'created',
  optional: true,
  width: 'w-28',
  align: 'end',
  cell: (u) => <RelativeTime iso={u.createdAt} className="text-muted" />,
  card: (u) => (
    <span className="truncate">
      Added <RelativeTime iso={u.createdAt} />
    </span>
  ),
}

const columns: Record<Side, Column[]> = {
  partner: [who, role, status, factor, seen, added],
  staff: [who, company, role, status, factor, seen, added],
}
/** Returns the columns of the user list for partners or staff. */
export const listUserColumns = (side: Side): Column[] => columns[side]
/** Returns the fields of a card on phones, in their order. */
export const listUserCards = (side: Side): string[] =>
  side === 'staff' ? ['name', 'company', 'role', 'status', 'seen'] : ['name', 'role', 'status', 'seen']
