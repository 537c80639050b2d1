import { type ReactElement, type ReactNode, useState } from 'react'
import { Popover } from '../../ui/popover.tsx'

/** A filter beneath its button. */
export function FilterPopover({
  label,
  button,
  children,
}: {
  label: string
  button: ReactElement
  children: ReactNode
}) {
  const [open, setOpen] = useState(true)
  return (
    <Popover
      title={label}
      open={open}
      onOpenChange={setOpen}
      trigger={button}
      className="!w-64 !p-2 [&>h2]:!mb-1 [&>h2]:px-2 [&>h2]:pt-1 [&>h2]:!text-xs [&>h2]:text-muted"
    >
      {children}
    </Popover>
  )
}
