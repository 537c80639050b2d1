import type { ReactElement } from 'react'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import type { SavedView } from './list.ts'

interface MoreViewsMenuProps {
  button: ReactElement
  views: readonly SavedView[]
  hrefOf: (view: SavedView) => string
}

/** Saved views that have no room in the row. */
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
