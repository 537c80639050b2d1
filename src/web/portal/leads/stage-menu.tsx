import type { ReactElement } from 'react'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlays/menu.tsx'
import { stages } from './labels.ts'
import { LeadStage } from './marks.tsx'
import type { Stage } from './model.ts'

interface StageMenuProps {
  button: ReactElement
  stage: Stage
  onSelect: (stage: Stage) => void
}

/** A menu of the other stages. */
export function StageMenu({ button, stage, onSelect }: StageMenuProps) {
  return (
    <Menu defaultOpen trigger={button}>
      <MenuGroup label="Move to">
        {stages
          .filter((each) => each !== stage)
          .map((each) => (
            <MenuItem key={each} onSelect={() => onSelect(each)}>
              <LeadStage stage={each} />
            </MenuItem>
          ))}
      </MenuGroup>
    </Menu>
  )
}
