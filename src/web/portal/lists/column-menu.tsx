import { BookmarkPlus, RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuCheckbox, MenuGroup, MenuItem, MenuSeparator } from '../../ui/overlays/menu.tsx'
import { listChoosable, listShownKeys } from './kept.ts'
import { chooseColumns } from './kept-changes.ts'
import type { List, SavedView } from './list.ts'

interface ColumnMenuProps {
  button: ReactElement
  list: List<never>
  /** The chosen columns; null for the default columns. */
  columns: string[] | null
  /** The open view, if it has its own columns. */
  view: SavedView | undefined
  /** Offered if the open view is not saved yet. */
  onSaveView: (() => void) | undefined
}

/** Chooses which columns of a list are shown. */
export function ColumnMenu({ button, list, columns, view, onSaveView }: ColumnMenuProps) {
  const shown = listShownKeys(list, columns)
  const usual = listShownKeys(list, null)
  const choose = (key: string, on: boolean) =>
    void chooseColumns(list.key, view, (now) => {
      const before = listShownKeys(list, now)
      const next = list.columns.map((c) => c.key).filter((k) => (k === key ? on : before.includes(k)))
      return String(next) === String(usual) ? null : next
    })
  return (
    <Menu defaultOpen trigger={button}>
      <MenuGroup label={view ? `Columns in “${view.name}”` : 'Columns'}>
        {listChoosable(list).map((column) => (
          <MenuCheckbox key={column.key} checked={shown.includes(column.key)} onChange={(on) => choose(column.key, on)}>
            {column.header}
          </MenuCheckbox>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem
        icon={<RotateCcw aria-hidden />}
        disabled={columns === null}
        onSelect={() => void chooseColumns(list.key, view, () => null)}
      >
        Default columns
      </MenuItem>
      {onSaveView && (
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={onSaveView}>
          Save as view…
        </MenuItem>
      )}
    </Menu>
  )
}
