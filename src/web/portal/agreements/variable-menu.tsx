import type { ReactElement } from 'react'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import type { Variable } from './model.ts'

interface VariableMenuProps {
  button: ReactElement
  variables: readonly Variable[]
  onSelect: (name: string) => void
}

/** A menu of the variables that a text can use. */
export function VariableMenu({ button, variables, onSelect }: VariableMenuProps) {
  return (
    <Menu defaultOpen trigger={button}>
      {variables.map((v) => (
        <MenuItem key={v.name} onSelect={() => onSelect(v.name)}>
          <span className="flex min-w-0 flex-col">
            <span className="font-mono text-xs">{v.name}</span>
            <span className="text-muted text-xs">{v.about}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
