import { Archive, Copy, EyeOff, Undo2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import type { Status } from './model.ts'

interface ProductMenuProps {
  trigger: ReactElement
  status: Status
  onStatus: (status: Status) => void
  onDuplicate: () => void
  /** Whether there are unsaved changes or a pending request. */
  blocked: boolean
}

/** A menu of actions on the product: change its status or duplicate it. */
export function ProductMenu({ trigger, status, onStatus, onDuplicate, blocked }: ProductMenuProps) {
  const [asked, setAsked] = useState<'draft' | 'archived'>()
  return (
    <>
      <Menu trigger={trigger} defaultOpen>
        <MenuItem icon={<Copy />} disabled={blocked} onSelect={onDuplicate}>
          Duplicate
        </MenuItem>
        {status === 'published' && (
          <MenuItem icon={<EyeOff />} disabled={blocked} onSelect={() => setAsked('draft')}>
            Unpublish
          </MenuItem>
        )}
        {status === 'archived' ? (
          <MenuItem icon={<Undo2 />} disabled={blocked} onSelect={() => onStatus('draft')}>
            Restore as draft
          </MenuItem>
        ) : (
          <MenuItem icon={<Archive />} disabled={blocked} onSelect={() => setAsked('archived')}>
            Archive
          </MenuItem>
        )}
      </Menu>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsked(undefined)}
          title={asked === 'archived' ? 'Archive this product?' : 'Unpublish this product?'}
          description="No one can buy it anymore. Existing customers keep it with the same price and setup questions. You can publish it again."
          confirmLabel={asked === 'archived' ? 'Archive product' : 'Unpublish product'}
          onConfirm={async () => onStatus(asked)}
        />
      )}
    </>
  )
}
