import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'

/**
 * Erases a lead, as somebody may ask: what was sent, every note and change, and the leads merged into it. The audit
 * keeps that it happened, not to whom. A company that it became stays. NOT_FOUND without the lead.
 */
export function remove(context: Actored, { id }: { id: string }): Promise<{ removed: true }> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    // Activities and merged leads go with it (on delete cascade).
    const gone = await db
      .deleteFrom('leads')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .where('merged_into', 'is', null)
      .returning(['id', 'source', 'status'])
      .executeTakeFirst()
    if (!gone) throw refuse('NOT_FOUND')
    await record(db, context, {
      companyId: actor.companyId,
      action: 'lead.remove',
      subjectType: 'lead',
      subjectId: id,
      before: { source: gone.source, status: gone.status },
    })
    const happening = { companyId: actor.companyId, topic: 'lead' as const, kind: 'removed', subjectId: id }
    await publish(db, actor, { ...happening, staffOnly: true })
    return { removed: true }
  })
}
