import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
  onDiscard: () => void
}

/** Asks a user who leaves a new ticket without sending it. */
export function LeaveDialog({ onStay, onLeave, onDiscard }: LeaveDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      size="sm"
      title="Leave without sending?"
      description="We keep your draft and restore it when you open a new ticket."
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
