import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConflictView, type Difference } from '../../../ui/conflict-view.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useUnsavedDialog } from './use-unsaved.tsx'

interface ConflictDialogProps {
  /** The record that was saved: "this profile". */
  what?: string
  /** Why the user's changes can no longer be saved. Only their version is then offered. */
  over?: string | undefined
  rows: readonly Difference[]
  problem?: string | undefined
  pending: boolean
  onClose: () => void
  /** Shows the saved version and discards what was typed. */
  onTheirs: () => void
  /** Saves what was typed on top of theirs. */
  onMine: () => void
}

/** Shown when two people saved the same record: the other person's changes beside the user's. */
export function ConflictDialog({
  what = 'this',
  over,
  rows,
  problem,
  pending,
  onClose,
  onTheirs,
  onMine,
}: ConflictDialogProps) {
  const decide = 'Your changes aren’t saved yet. Compare both versions and choose one.'
  // Without `onClose`, which returns to the form in some screens.
  const text = 'Your changes aren’t saved yet.'
  const guard = useUnsavedDialog({ open: true, isDirty: () => over === undefined, pending, text })
  const met = rows.some((row) => row.before !== row.theirs)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      phone="full"
      title={`Someone else changed ${what} while you were editing`}
      description={over ?? (met ? decide : `They changed different fields. ${decide}`)}
      footer={
        <>
          <Button onClick={onTheirs}>Use their version</Button>
          {over === undefined && (
            <Button variant="primary" pending={pending} onClick={onMine} className="max-md:min-w-max">
              Apply my changes
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <div className="mb-4">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {rows.length > 0 && <ConflictView rows={rows} />}
      {guard}
    </Dialog>
  )
}
