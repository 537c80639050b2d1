import { ArrowLeft, ArrowRight, Link2, Pencil, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
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
    showToast({
      title: 'Link copied',
      description: 'Anyone who opens it sees only what they have access to.',
      tone: 'good',
    })
  } catch {
    showToast({
      title: 'The link was not copied',
      description: 'Your browser doesn’t allow it. Copy the link from the address bar.',
      tone: 'destructive',
    })
  }
}

/** The actions on the open saved view. */
export function ViewMenu({ button, list, view, views, onRename }: ViewMenuProps) {
  const at = views.findIndex((v) => v.id === view.id)
  return (
    <Menu defaultOpen trigger={button} align="start">
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onRename(view)}>
        Rename…
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => void copyAddress()}>
        Copy link
      </MenuItem>
      {views.length > 1 && (
        <>
          <MenuItem icon={<ArrowLeft aria-hidden />} disabled={at === 0} onSelect={() => void moveView(list, view, -1)}>
            Move left
          </MenuItem>
          <MenuItem
            icon={<ArrowRight aria-hidden />}
            disabled={at === views.length - 1}
            onSelect={() => void moveView(list, view, 1)}
          >
            Move right
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
