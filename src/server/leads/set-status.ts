import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { leadPermissions, type Status } from './policy.ts'
import { lockLead, readLead, recordLeadAct, updateLead, writeLeadActivity } from './write.ts'

/**
 * Sets the status of a lead. Its stage stays as it is. Throws UNPROCESSABLE for lost without a reason, for a reason
 * with another status, and for won, which only a conversion sets; NOT_FOUND; CONFLICT when the version is not the
 * current one; LEAD_CONVERTED once it is won.
 */
export const setLeadStatus = action(contract.leads.setStatus, (context, { id, version, status, lostReason }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await lockLead(db, actor, id, version)
    const { statuses } = leadPermissions(actor, lead.status as Status)
    if (lead.status === 'won') throw refuse('LEAD_CONVERTED')
    if (!statuses.includes(status))
      throw refuse('UNPROCESSABLE', { fields: { status: ['To mark a lead as won, convert it to a company.'] } })
    if (status === 'lost' && !lostReason) throw refuse('UNPROCESSABLE', { fields: { lostReason: ['Enter a reason.'] } })
    if (status !== 'lost' && lostReason)
      throw refuse('UNPROCESSABLE', { fields: { lostReason: ['Leave the reason out unless the lead is lost.'] } })
    const reason = lostReason ?? null
    if (lead.status === status && lead.lost_reason === reason) return readLead(db, actor, id)
    await updateLead(db, lead, { status, lost_reason: reason })
    await writeLeadActivity(db, actor, lead, {
      kind: 'status',
      text: lostReason ?? '',
      change: { field: 'status', from: lead.status, to: status },
    })
    await recordLeadAct(db, context, lead, {
      action: 'lead.status',
      before: { status: lead.status },
      after: { status },
    })
    return readLead(db, actor, id)
  })
})
