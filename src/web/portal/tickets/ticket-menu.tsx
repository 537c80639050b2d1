import { GitMerge, Link2, Split } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../../ui/menu.tsx'

/** What staff do with a ticket and another one. */
export type TicketAct = 'merge' | 'split' | 'link'

/** Merge, split, link. */
export function TicketMenu({ button, onAct }: { button: ReactElement; onAct: (act: TicketAct) => void }) {
  return (
    <Menu trigger={button} defaultOpen>
      <MenuItem icon={<GitMerge />} onSelect={() => onAct('merge')}>
        Merge into another ticket
      </MenuItem>
      <MenuItem icon={<Split />} onSelect={() => onAct('split')}>
        Split messages off
      </MenuItem>
      <MenuItem icon={<Link2 />} onSelect={() => onAct('link')}>
        Link with a ticket
      </MenuItem>
    </Menu>
  )
}
