import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictView, type Difference } from '../../ui/conflict-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ConflictDialogProps {
  /** What was saved: "this profile". */
  what?: string
  /** Why nothing of mine can be saved any more: then theirs is all there is. */
  over?: string | undefined
  rows: readonly Difference[]
  problem?: string | undefined
  pending: boolean
  onClose: () => void
  /** Shows what is saved now and forgets what was typed. */
  onTheirs: () => void
  /** Saves what was typed on top of theirs. */
  onMine: () => void
}

/** Two people saved the same thing: what the other one changed stands beside what I wanted. */
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
  const decide = 'Nothing of yours is saved yet. Compare and decide.'
  const met = rows.some((row) => row.before !== row.theirs)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      phone="full"
      title={`Somebody else saved ${what} meanwhile`}
      description={over ?? (met ? decide : `They changed something else; what you changed is as it was. ${decide}`)}
      footer={
        <>
          <Button onClick={onTheirs}>Take theirs</Button>
          {over === undefined && (
            <Button variant="primary" pending={pending} onClick={onMine} className="max-md:min-w-max">
              Keep theirs and apply mine
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
    </Dialog>
  )
}
