import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Erases a lead, for example at the person's request: its submissions and activities, and the leads merged into it. The
 * audit log records the deletion but not the person. A company that the lead was converted to stays. Throws NOT_FOUND
 * when the lead does not exist.
 */
export const removeLead = action(contract.leads.remove, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    // Activities and merged leads are deleted with the lead (on delete cascade).
    const deletedLead = await db
      .deleteFrom('leads')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .where('merged_into', 'is', null)
      .returning(['id', 'source', 'status'])
      .executeTakeFirst()
    if (!deletedLead) throw refuse('NOT_FOUND')
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'lead.remove',
      subjectType: 'lead',
      subjectId: id,
      before: { source: deletedLead.source, status: deletedLead.status },
    })
    const happening = { companyId: actor.companyId, topic: 'lead' as const, kind: 'removed', subjectId: id }
    await publish(db, actor, { ...happening, staffOnly: true })
    return { removed: true }
  })
})
