import type { ComponentProps } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EditFrame } from '../platform/edit-frame.tsx'

interface FormDialogProps extends Omit<ComponentProps<typeof EditFrame>, 'conflict' | 'size'> {
  /** Fields that somebody else changed too: their label, what stands there now, and how to take that. */
  conflicts: { name: string; label: string; theirs: string; take: () => void }[]
}

/** The form of a contact or a client: where two people changed one field, each such field is decided for itself. */
export const FormDialog = ({ conflicts, children, ...frame }: FormDialogProps) => (
  <EditFrame size="md" {...frame}>
    {conflicts.length > 0 && (
      <Banner tone="warn" title="Somebody else changed this too">
        Yours is not saved yet. Save to keep yours, or take theirs:
        <span className="mt-2 flex flex-col gap-2 text-text">
          {conflicts.map((c) => (
            <span key={c.name} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0">
                <span className="text-muted">{c.label}:</span> {c.theirs || 'empty'}
              </span>
              <Button size="sm" onClick={c.take} aria-label={`Take theirs: ${c.label}`}>
                Take theirs
              </Button>
            </span>
          ))}
        </span>
      </Banner>
    )}
    {children}
  </EditFrame>
)
