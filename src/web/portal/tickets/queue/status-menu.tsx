import type { ReactElement } from 'react'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlays/menu.tsx'
import type { Side } from '../facts/labels.ts'
import type { Status } from '../model.ts'
import { TicketStatus } from '../ticket-marks.tsx'

interface StatusMenuProps {
  button: ReactElement
  /** The heading of the menu. */
  label: string
  statuses: readonly Status[]
  side: Side
  onSelect: (status: Status) => void
  /** Where it opens. */
  place: 'above' | 'below'
}

/** A menu of statuses. */
export function StatusMenu({ button, label, statuses, side, onSelect, place }: StatusMenuProps) {
  return (
    <Menu
      defaultOpen
      trigger={button}
      align={place === 'above' ? 'end' : 'start'}
      side={place === 'above' ? 'top' : 'bottom'}
    >
      <MenuGroup label={label}>
        {statuses.map((status) => (
          <MenuItem key={status} onSelect={() => onSelect(status)}>
            <TicketStatus status={status} side={side} />
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  )
}
