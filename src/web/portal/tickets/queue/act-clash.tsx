import { Button } from '../../../ui/button.tsx'
import { ConflictView } from '../../../ui/conflict-view.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { formatTicketNumber, getStatusLook, priorityLabels, ticketCategoryLabels } from '../facts/labels.ts'
import type { TicketRow } from '../model.ts'
import type { Act, Clash } from './acts.ts'

interface ActClashProps {
  what: Act
  clashes: readonly Clash[]
  onClose: () => void
  /** Applies the change anyway, to the tickets as they are now. */
  onApply: (rows: readonly TicketRow[]) => void
}

/** Shown when someone else changed the same field of these tickets: shows both values and asks which to keep. */
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
          ? `Someone else changed ${clashes.length} tickets`
          : `Someone else changed ${formatTicketNumber(clashes[0]?.theirs.number ?? 0)}`
      }
      description="Your change isn’t saved yet. Compare both versions and choose one."
      footer={
        <>
          <Button onClick={onClose}>Use their version</Button>
          <Button variant="primary" onClick={() => onApply(clashes.map((c) => c.theirs))}>
            Keep my version
          </Button>
        </>
      }
    >
      <ConflictView
        rows={clashes.map(({ base, theirs }) => ({
          name: formatTicketNumber(theirs.number),
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
  if (change.assigneeId !== undefined) return row.assignee?.name ?? 'Unassigned'
  if (change.status) return getStatusLook(row.status, 'staff').label
  if (change.category) return ticketCategoryLabels[row.category]
  return `${row.priority} ${priorityLabels[row.priority]}`
}

function wanted({ change, person }: Act): string {
  if (change.assigneeId !== undefined) return person?.name ?? 'Unassigned'
  if (change.status) return getStatusLook(change.status, 'staff').label
  if (change.category) return ticketCategoryLabels[change.category]
  return change.priority ? `${change.priority} ${priorityLabels[change.priority]}` : 'Based on impact and urgency'
}
