import type { ReactElement } from 'react'
import { Menu, MenuLink } from '../../ui/overlays/menu.tsx'
import type { SavedView } from './list.ts'

interface MoreViewsMenuProps {
  button: ReactElement
  views: readonly SavedView[]
  hrefOf: (view: SavedView) => string
}

/** Saved views that do not fit in the row. */
export function MoreViewsMenu({ button, views, hrefOf }: MoreViewsMenuProps) {
  return (
    <Menu defaultOpen trigger={button}>
      {views.map((view) => (
        <MenuLink key={view.id} href={hrefOf(view)}>
          {view.name}
        </MenuLink>
      ))}
    </Menu>
  )
}
