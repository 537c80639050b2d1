import { ArrowLeft, ArrowRight, Link2, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { moveView, removeView } from './kept-changes.ts'
import type { ListKey, SavedView } from './list.ts'

interface ViewMenuProps {
  button: ReactElement
  list: ListKey
  view: SavedView
  views: readonly SavedView[]
  onRename: (view: SavedView) => void
}

async function copyAddress() {
  try {
    await navigator.clipboard.writeText(location.href)
    toast({ title: 'Address copied', description: 'Who opens it sees what their own account may see.', tone: 'good' })
  } catch {
    toast({
      title: 'The address was not copied',
      description: 'The browser does not allow it. Copy it from the address bar.',
      tone: 'destructive',
    })
  }
}

/** What can be done with the saved view that is open. */
export function ViewMenu({ button, list, view, views, onRename }: ViewMenuProps) {
  const at = views.findIndex((v) => v.id === view.id)
  return (
    <Menu defaultOpen trigger={button} align="start">
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onRename(view)}>
        Rename…
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyAddress()}>
        Copy address
      </MenuItem>
      {views.length > 1 && (
        <>
          <MenuItem
            icon={<ArrowLeft aria-hidden />}
            disabled={at === 0}
            onSelect={() => void moveView(list, view, views, -1)}
          >
            Move to the left
          </MenuItem>
          <MenuItem
            icon={<ArrowRight aria-hidden />}
            disabled={at === views.length - 1}
            onSelect={() => void moveView(list, view, views, 1)}
          >
            Move to the right
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => void removeView(list, view, views)}>
        Delete view
      </MenuItem>
    </Menu>
  )
}
