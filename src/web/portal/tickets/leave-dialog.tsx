import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
  onDiscard: () => void
}

/** Asks somebody who leaves a ticket unsent. */
export function LeaveDialog({ onStay, onLeave, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      size="sm"
      title="Leave without sending?"
      description="Your draft is kept and comes back when you open a new ticket."
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            Discard draft
          </Button>
          <Button onClick={onLeave}>Leave</Button>
          <Button variant="primary" onClick={onStay}>
            Keep writing
          </Button>
        </>
      }
    />
  )
}
