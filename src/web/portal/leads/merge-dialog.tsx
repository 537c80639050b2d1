import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { leadName } from './labels.ts'
import { forgetLead, keepLead, refreshLead } from './lead-queries.ts'
import type { Lead } from './model.ts'

interface MergeDialogProps {
  lead: Lead
  others: Lead['sameAddress']
  open: boolean
  onClose: () => void
}

/** Asks before leads become one: that cannot be taken back. */
export function MergeDialog({ lead, others, open, onClose }: MergeDialogProps) {
  const one = others.length === 1
  async function merge() {
    try {
      const answer = await client.leads.merge({ id: lead.id, version: lead.version, ids: others.map((o) => o.id) })
      for (const other of others) forgetLead(other.id)
      keepLead(answer)
      toast({ title: one ? 'The other lead was merged in' : `${others.length} leads were merged in`, tone: 'good' })
    } catch (e) {
      await refreshLead(lead.id)
      throw new Error(failureOf(e)?.message ?? 'Something went wrong. Try again.')
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Merge ${one ? 'the other lead' : `${others.length} other leads`} into ${leadName(lead)}?`}
      description={`What ${one ? 'it' : 'they'} wrote and what was done stays, within this lead. ${one ? 'It leaves' : 'They leave'} the lists. This cannot be undone.`}
      confirmLabel={one ? 'Merge lead' : 'Merge leads'}
      tone="primary"
      onConfirm={merge}
    />
  )
}
