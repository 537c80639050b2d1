import { Ban, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import type { Lead, Status } from './model.ts'

interface MoreMenuProps {
  button: ReactElement
  lead: Lead
  onEdit: () => void
  onStatus: (to: Status) => void
  onRemove: () => void
}

/** A menu of the less common actions on a lead. */
export function MoreMenu({ button, lead, onEdit, onStatus, onRemove }: MoreMenuProps) {
  const { can, status } = lead
  return (
    <Menu defaultOpen trigger={button}>
      {can.edit && (
        <MenuItem icon={<Pencil aria-hidden />} shortcut={['E']} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {can.statuses.includes('open') && status !== 'open' && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={() => onStatus('open')}>
          Reopen
        </MenuItem>
      )}
      {can.statuses.includes('spam') && status !== 'spam' && (
        <MenuItem icon={<Ban aria-hidden />} onSelect={() => onStatus('spam')}>
          Mark as spam
        </MenuItem>
      )}
      {can.remove && (
        <>
          {can.edit && <MenuSeparator />}
          <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={onRemove}>
            Delete lead
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
