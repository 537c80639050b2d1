import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { formatLeadName } from './labels.ts'
import type { Lead } from './model.ts'

interface RemoveDialogProps {
  lead: Lead
  open: boolean
  onClose: () => void
  onGone: () => void
}

/** Asks for confirmation before all data about a person is erased. */
export function RemoveDialog({ lead, open, onClose, onGone }: RemoveDialogProps) {
  async function remove() {
    try {
      await client.leads.remove({ id: lead.id })
    } catch (e) {
      throw new Error(parseFailure(e)?.message ?? 'We couldn’t delete this lead. Check your connection and try again.')
    }
    showToast({ title: `${formatLeadName(lead)} deleted`, tone: 'good' })
    onGone()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Delete ${formatLeadName(lead)}?`}
      description={
        <>
          This permanently deletes the submissions, notes and history of this lead
          {lead.submissions.length > 1 ? ' and of the leads merged into it' : ''}. The audit log keeps only who deleted
          it and when. Emails that were already sent are not affected.
          {lead.convertedTo ? ` The company ${lead.convertedTo.name} is kept.` : ''}
        </>
      }
      confirmLabel="Delete lead"
      onConfirm={remove}
    />
  )
}
