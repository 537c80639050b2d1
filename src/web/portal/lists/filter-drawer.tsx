import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/overlays/drawer.tsx'
import { FieldControl, type FieldProps } from './field-control.tsx'

interface FilterDrawerProps {
  title?: string
  button: ReactElement
  /** The button that clears all filters, if any are set. */
  clear: ReactNode
  /** The plural noun for the rows. */
  many: string
  fields: readonly (FieldProps & { name: string })[]
}

/** All filters of a list on phones; on wider screens, the rarely used ones. */
export function FilterDrawer({ title = 'Filters', button, clear, many, fields }: FilterDrawerProps) {
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      side="right"
      title={title}
      open={open}
      onOpenChange={setOpen}
      trigger={button}
      footer={
        <div className="flex justify-between gap-2">
          {clear || <span />}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show {many}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {fields.map((one) => (
          <section key={one.name} aria-label={one.field.label}>
            <h2 className="mb-1 px-2 font-medium text-muted text-xs">{one.field.label}</h2>
            <FieldControl {...one} />
          </section>
        ))}
      </div>
    </Drawer>
  )
}
