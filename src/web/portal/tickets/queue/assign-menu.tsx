import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck, UserRoundX } from 'lucide-react'
import type { ReactElement } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { TicketRow } from '../model.ts'
import { assigneeOptions } from '../ticket-queries.ts'

type Person = NonNullable<TicketRow['assignee']>

interface AssignMenuProps {
  button: ReactElement
  assignee: Person | null
  me: Person | undefined
  onAssign: (to: Person | null) => void
}

/** A menu that chooses the assignee of a ticket. */
export function AssignMenu({ button, assignee, me, onAssign }: AssignMenuProps) {
  const { data, isPending } = useQuery(assigneeOptions())
  const others = data?.filter((p) => p.id !== me?.id && p.id !== assignee?.id) ?? []
  return (
    <Menu defaultOpen trigger={button} align="start">
      {me && assignee?.id !== me.id && (
        <>
          <MenuItem icon={<UserRoundCheck aria-hidden />} shortcut={['A']} onSelect={() => onAssign(me)}>
            Assign to me
          </MenuItem>
          {(others.length > 0 || isPending) && <MenuSeparator />}
        </>
      )}
      {isPending && <Skeleton className="mx-2.5 my-2.5 h-3.5 w-32" />}
      {others.map((person) => (
        <MenuItem key={person.id} icon={<Avatar name={person.name} size="sm" />} onSelect={() => onAssign(person)}>
          {person.name}
        </MenuItem>
      ))}
      {assignee && (
        <>
          <MenuSeparator />
          <MenuItem icon={<UserRoundX aria-hidden />} onSelect={() => onAssign(null)}>
            Unassigned
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
