import { Archive, ArchiveRestore, PanelRight, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/overlays/menu.tsx'

interface RecordMenuProps {
  button: ReactElement
  can: { edit: boolean; archive: boolean; delete: boolean }
  archived: boolean
  /** The address of the details, from a list. */
  details?: string
  onEdit?: () => void
  onArchive: (archived: boolean) => void
  onDelete: () => void
}

/** The actions on a contact or a client. */
export function RecordMenu({ button, can, archived, details, onEdit, onArchive, onDelete }: RecordMenuProps) {
  return (
    <Menu trigger={button} defaultOpen>
      {details && (
        <MenuLink href={details} icon={<PanelRight />}>
          Details
        </MenuLink>
      )}
      {can.edit && onEdit && (
        <MenuItem icon={<Pencil />} onSelect={onEdit}>
          Edit
        </MenuItem>
      )}
      {can.archive && (
        <MenuItem icon={archived ? <ArchiveRestore /> : <Archive />} onSelect={() => onArchive(!archived)}>
          {archived ? 'Restore' : 'Archive'}
        </MenuItem>
      )}
      {can.delete && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} tone="danger" onSelect={onDelete}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
