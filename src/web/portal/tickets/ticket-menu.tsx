import { GitMerge, Link2, Split } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'

/** Actions of staff that involve another ticket. */
export type TicketAct = 'merge' | 'split' | 'link'

/** The menu with merge, split and link. */
export function TicketMenu({ button, onAct }: { button: ReactElement; onAct: (act: TicketAct) => void }) {
  return (
    <Menu trigger={button} defaultOpen>
      <MenuItem icon={<GitMerge />} onSelect={() => onAct('merge')}>
        Merge into another ticket
      </MenuItem>
      <MenuItem icon={<Split />} onSelect={() => onAct('split')}>
        Split messages into a new ticket
      </MenuItem>
      <MenuItem icon={<Link2 />} onSelect={() => onAct('link')}>
        Link to another ticket
      </MenuItem>
    </Menu>
  )
}
