import { BookmarkPlus, RotateCcw } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuCheckbox, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { choosable, shownKeys } from './kept.ts'
import { chooseColumns } from './kept-changes.ts'
import type { List, SavedView } from './list.ts'

interface ColumnMenuProps {
  button: ReactElement
  list: List<never>
  /** What is chosen; null: the usual columns. */
  columns: string[] | null
  /** The open view, where it has columns of its own. */
  view: SavedView | undefined
  /** Offered where the open view is not saved yet. */
  onSaveView: (() => void) | undefined
}

/** Which columns of a list are shown. */
export function ColumnMenu({ button, list, columns, view, onSaveView }: ColumnMenuProps) {
  const shown = shownKeys(list, columns)
  const usual = shownKeys(list, null)
  const choose = (key: string, on: boolean) => {
    const next = list.columns.map((c) => c.key).filter((k) => (k === key ? on : shown.includes(k)))
    void chooseColumns(list.key, view, String(next) === String(usual) ? null : next)
  }
  return (
    <Menu defaultOpen trigger={button}>
      <MenuGroup label={view ? `Columns of “${view.name}”` : 'Columns'}>
        {choosable(list).map((column) => (
          <MenuCheckbox key={column.key} checked={shown.includes(column.key)} onChange={(on) => choose(column.key, on)}>
            {column.header}
          </MenuCheckbox>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem
        icon={<RotateCcw aria-hidden />}
        disabled={columns === null}
        onSelect={() => void chooseColumns(list.key, view, null)}
      >
        Usual columns
      </MenuItem>
      {onSaveView && (
        <MenuItem icon={<BookmarkPlus aria-hidden />} onSelect={onSaveView}>
          Save as view…
        </MenuItem>
      )}
    </Menu>
  )
}
