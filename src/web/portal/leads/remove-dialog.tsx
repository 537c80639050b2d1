import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { leadName } from './labels.ts'
import type { Lead } from './model.ts'

interface RemoveDialogProps {
  lead: Lead
  open: boolean
  onClose: () => void
  onGone: () => void
}

/** Asks before everything that is known of a person is erased. */
export function RemoveDialog({ lead, open, onClose, onGone }: RemoveDialogProps) {
  async function remove() {
    try {
      await client.leads.remove({ id: lead.id })
    } catch (e) {
      throw new Error(failureOf(e)?.message ?? 'Something went wrong. Try again.')
    }
    toast({ title: `${leadName(lead)} was erased`, tone: 'good' })
    onGone()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Erase ${leadName(lead)}?`}
      description={
        <>
          What was sent, every note and every change go for good
          {lead.submissions.length > 1 ? ', with what was merged into it' : ''}. The log keeps only that a lead was
          erased, by whom and when. Mails that were sent before stay in the mailboxes.
          {lead.convertedTo ? ` The company ${lead.convertedTo.name} stays.` : ''}
        </>
      }
      confirmLabel="Erase lead"
      onConfirm={remove}
    />
  )
}
