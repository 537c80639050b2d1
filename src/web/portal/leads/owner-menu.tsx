import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck, UserRoundX } from 'lucide-react'
import type { ReactElement } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { leadOwnerOptions } from './lead-queries.ts'
import type { Person } from './model.ts'

interface OwnerMenuProps {
  button: ReactElement
  owner: Person | null
  me: Person | undefined
  onSelect: (to: Person | null) => void
}

/** A menu for choosing the owner of a lead. */
export function OwnerMenu({ button, owner, me, onSelect }: OwnerMenuProps) {
  const { data, isPending } = useQuery(leadOwnerOptions())
  const others = data?.items.filter((person) => person.id !== me?.id && person.id !== owner?.id) ?? []
  return (
    <Menu defaultOpen trigger={button} align="start">
      {me && owner?.id !== me.id && (
        <>
          <MenuItem icon={<UserRoundCheck aria-hidden />} shortcut={['A']} onSelect={() => onSelect(me)}>
            Assign to me
          </MenuItem>
          {(others.length > 0 || isPending) && <MenuSeparator />}
        </>
      )}
      {isPending && <Skeleton className="mx-2.5 my-2.5 h-3.5 w-32" />}
      {others.map((person) => (
        <MenuItem key={person.id} icon={<Avatar name={person.name} size="sm" />} onSelect={() => onSelect(person)}>
          {person.name}
        </MenuItem>
      ))}
      {owner && (
        <>
          <MenuSeparator />
          <MenuItem icon={<UserRoundX aria-hidden />} onSelect={() => onSelect(null)}>
            Unassigned
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
