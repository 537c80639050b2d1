import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'

interface FilterDrawerProps {
  button: ReactElement
  /** The button that takes all filters away, when there are any. */
  clear: ReactNode
  children: ReactNode
}

/** All filters of a list, on phones. */
export function FilterDrawer({ button, clear, children }: FilterDrawerProps) {
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      side="right"
      title="Filters"
      open={open}
      onOpenChange={setOpen}
      trigger={button}
      footer={
        <div className="flex justify-between gap-2">
          {clear || <span />}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show tickets
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5">{children}</div>
    </Drawer>
  )
}
