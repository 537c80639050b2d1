import { sql } from 'kysely'
import type { z } from 'zod'
import type { Activity } from '../../contract/leads.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import { presentActivity } from './present.ts'

type Page = { items: z.infer<typeof Activity>[]; nextCursor: string | null }
const ORDER = 'activities'

/** What was done about a lead, newest first; what was done about leads merged into it is among it. NOT_FOUND without the lead. */
export function activities(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string },
): Promise<Page> {
  const after = decodeCursor(cursor, ORDER, 'instant')
  return platform.db.asActor(actor, async (db) => {
    const there = await db
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', actor.companyId)
      .where((e) => e.or([e('id', '=', id), e('merged_into', '=', id)]))
      .execute()
    if (!there.some((lead) => lead.id === id)) throw refuse('NOT_FOUND')
    let query = db
      .selectFrom('lead_activities')
      .select(['id', 'kind', 'author_id', 'author_name', 'text', 'data', 'created_at'])
      .where('company_id', '=', actor.companyId)
      .where(
        'lead_id',
        'in',
        there.map((lead) => lead.id),
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
}
