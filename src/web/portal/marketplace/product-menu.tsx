import { Archive, Copy, EyeOff, Undo2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { Status } from './model.ts'

interface ProductMenuProps {
  trigger: ReactElement
  status: Status
  onStatus: (status: Status) => void
  onDuplicate: () => void
  /** Something is not saved, or under way. */
  blocked: boolean
}

/** What is done with a product as a whole. */
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
            Take off the marketplace
          </MenuItem>
        )}
        {status === 'archived' ? (
          <MenuItem icon={<Undo2 />} disabled={blocked} onSelect={() => onStatus('draft')}>
            Back to drafts
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
          title={asked === 'archived' ? 'Archive this product?' : 'Take this product off the marketplace?'}
          description="Nobody can buy it from then on. Whoever has it keeps it, with price and questions as they were. You can publish it again."
          confirmLabel={asked === 'archived' ? 'Archive' : 'Take off'}
          onConfirm={async () => onStatus(asked)}
        />
      )}
    </>
  )
}
