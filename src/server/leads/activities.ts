import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { presentActivity } from './present.ts'

const ORDER = 'activities'

/**
 * Returns the activities of a lead and of the leads merged into it, newest first. Throws NOT_FOUND when the lead does
 * not exist.
 */
export const listLeadActivities = action(contract.leads.activities, ({ platform, actor }, { id, limit, cursor }) => {
  const after = decodeCursor(cursor, ORDER, 'instant')
  return platform.db.asActor(actor, async (db) => {
    const existing = await db
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', actor.companyId)
      .where((e) => e.or([e('id', '=', id), e('merged_into', '=', id)]))
      .execute()
    if (!existing.some((lead) => lead.id === id)) throw refuse('NOT_FOUND')
    let query = db
      .selectFrom('lead_activities')
      .select(['id', 'kind', 'author_id', 'author_name', 'text', 'data', 'created_at'])
      .where('company_id', '=', actor.companyId)
      .where(
        'lead_id',
        'in',
        existing.map((lead) => lead.id),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    const found = await query.execute()
    const page = pageOf(found, limit, (last) => ({ order: ORDER, value: last.created_at, id: last.id }))
    return {
      items: page.rows.map(presentActivity),
      nextCursor: page.nextCursor,
    }
  })
})
