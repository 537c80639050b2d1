import { Button } from '../../ui/button.tsx'
import { ConflictView } from '../../ui/conflict-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Act, Clash } from './acts.ts'
import { categoryLabels, priorityLabels, statusLook, ticketName } from './labels.ts'
import type { TicketRow } from './model.ts'

interface ActClashProps {
  what: Act
  clashes: readonly Clash[]
  onClose: () => void
  /** Does it all the same, to the tickets as they are now. */
  onApply: (rows: readonly TicketRow[]) => void
}

/** Somebody changed the same thing about these meanwhile: both are shown, and one is chosen. */
export function ActClash({ what, clashes, onClose, onApply }: ActClashProps) {
  const many = clashes.length > 1
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="lg"
      phone="full"
      title={
        many
          ? `Somebody changed ${clashes.length} tickets meanwhile`
          : `Somebody changed ${ticketName(clashes[0]?.theirs.number ?? 0)} meanwhile`
      }
      description="Nothing of yours is done to them yet. Compare and decide."
      footer={
        <>
          <Button onClick={onClose}>Leave theirs</Button>
          <Button variant="primary" onClick={() => onApply(clashes.map((c) => c.theirs))}>
            Apply mine
          </Button>
        </>
      }
    >
      <ConflictView
        rows={clashes.map(({ base, theirs }) => ({
          name: ticketName(theirs.number),
          before: shownOf(base, what),
          theirs: shownOf(theirs, what),
          mine: wanted(what),
          both: true,
        }))}
      />
    </Dialog>
  )
}

function shownOf(row: TicketRow, { change }: Act): string {
  if (change.assigneeId !== undefined) return row.assignee?.name ?? 'Nobody'
  if (change.status) return statusLook(row.status, 'staff').label
  if (change.category) return categoryLabels[row.category]
  return `${row.priority} ${priorityLabels[row.priority]}`
}

function wanted({ change, person }: Act): string {
  if (change.assigneeId !== undefined) return person?.name ?? 'Nobody'
  if (change.status) return statusLook(change.status, 'staff').label
  if (change.category) return categoryLabels[change.category]
  return change.priority ? `${change.priority} ${priorityLabels[change.priority]}` : 'From impact and urgency'
}
