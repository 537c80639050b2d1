import { type ReactElement, useState } from 'react'
import { Popover } from '../../ui/overlays/popover.tsx'
import { FieldControl, type FieldProps } from './field-control.tsx'

/** A filter below its button. */
export function FilterPopover({ button, ...field }: FieldProps & { button: ReactElement }) {
  const [open, setOpen] = useState(true)
  return (
    <Popover
      title={field.field.label}
      open={open}
      onOpenChange={setOpen}
      trigger={button}
      className="!w-64 !p-2 [&>h2]:!mb-1 [&>h2]:px-2 [&>h2]:pt-1 [&>h2]:!text-xs [&>h2]:text-muted"
    >
      <FieldControl {...field} />
    </Popover>
  )
}
