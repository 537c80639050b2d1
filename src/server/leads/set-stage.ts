import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { leadPermissions, type Status } from './policy.ts'
import { lockLead, readLead, recordLeadAct, updateLead, writeLeadActivity } from './write.ts'

/**
 * Sets the stage of a lead. Its status stays as it is. Throws NOT_FOUND, CONFLICT when the version is not the current
 * one, and LEAD_CONVERTED once it is won.
 */
export const setStage = action(contract.leads.setStage, (context, { id, version, stage }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const lead = await lockLead(db, actor, id, version)
    if (!leadPermissions(actor, lead.status as Status).stage) throw refuse('LEAD_CONVERTED')
    if (lead.stage === stage) return readLead(db, actor, id)
    await updateLead(db, lead, { stage })
    await writeLeadActivity(db, actor, lead, { kind: 'stage', change: { field: 'stage', from: lead.stage, to: stage } })
    await recordLeadAct(db, context, lead, { action: 'lead.stage', before: { stage: lead.stage }, after: { stage } })
    return readLead(db, actor, id)
  })
})
