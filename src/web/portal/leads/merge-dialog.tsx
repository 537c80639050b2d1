import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { formatLeadName } from './labels.ts'
import { keepLead, refreshLead, removeLeadFromCache } from './lead-queries.ts'
import type { Lead } from './model.ts'

interface MergeDialogProps {
  lead: Lead
  others: Lead['sameAddress']
  open: boolean
  onClose: () => void
}

/** Asks for confirmation before merging leads, which cannot be undone. */
export function MergeLeadsDialog({ lead, others, open, onClose }: MergeDialogProps) {
  const one = others.length === 1
  async function merge() {
    try {
      const answer = await client.leads.merge({ id: lead.id, version: lead.version, ids: others.map((o) => o.id) })
      for (const other of others) removeLeadFromCache(other.id)
      keepLead(answer)
      showToast({ title: one ? 'Lead merged' : `${others.length} leads merged`, tone: 'good' })
    } catch (e) {
      await refreshLead(lead.id)
      throw new Error(parseFailure(e)?.message ?? 'We couldn’t merge these leads. Check your connection and try again.')
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Merge ${one ? 'the other lead' : `${others.length} other leads`} into ${formatLeadName(lead)}?`}
      description={`Messages and activity move to this lead. The other ${one ? 'lead no longer appears' : 'leads no longer appear'} in lists. You can’t undo this.`}
      confirmLabel={one ? 'Merge lead' : 'Merge leads'}
      tone="primary"
      onConfirm={merge}
    />
  )
}
