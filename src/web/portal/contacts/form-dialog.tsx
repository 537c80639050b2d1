import type { ComponentProps } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EditFrame } from '../platform/forms/edit-frame.tsx'

interface FormDialogProps extends Omit<ComponentProps<typeof EditFrame>, 'conflict' | 'size'> {
  /** Fields that someone else changed too: their label, the saved value, and a function that takes it. */
  conflicts: { name: string; label: string; theirs: string; take: () => void }[]
}

/** The form of a contact or a client. If two people changed the same field, the user decides for each such field. */
export const FormDialog = ({ conflicts, children, ...frame }: FormDialogProps) => (
  <EditFrame size="md" {...frame}>
    {conflicts.length > 0 && (
      <Banner tone="warn" title="Someone else changed the same fields">
        Your changes aren’t saved yet. Save to keep your version, or choose theirs for a field:
        <span className="mt-2 flex flex-col gap-2 text-text">
          {conflicts.map((c) => (
            <span key={c.name} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0">
                <span className="text-muted">{c.label}:</span> {c.theirs || 'Empty'}
              </span>
              <Button size="sm" onClick={c.take} aria-label={`Use their version: ${c.label}`}>
                Use their version
              </Button>
            </span>
          ))}
        </span>
      </Banner>
    )}
    {children}
  </EditFrame>
)
