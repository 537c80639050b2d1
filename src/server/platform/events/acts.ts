import { sql } from 'kysely'
import { decodeCursor, pageOf } from '../database/cursor.ts'
import type { Db } from '../database/db.ts'
import { FORMER } from '../words.ts'

type Values = Record<string, unknown>

/** A record of a company and the page of its history. `subject` is the record's type, the prefix of its actions. */
export type ActsAsked = {
  companyId: string
  subject: string
  id: string
  limit: number
  cursor: string | undefined
}

/** Returns a page of the audit log of one record, newest first. Throws BAD_REQUEST for a cursor of another list. */
export async function actsOf(db: Db, { companyId, subject, id, limit, cursor }: ActsAsked) {
  const order = `${subject} acts`
  const after = decodeCursor(cursor, order, 'number')
  let query = db
    .selectFrom('audit_log as a')
    .select(['a.id', 'a.created_at', 'a.actor_id', 'a.action', 'a.reason', 'a.before', 'a.after'])
    .select((e) => e.selectFrom('profiles as p').select('p.full_name').whereRef('p.id', '=', 'a.actor_id').as('actor'))
    .where('a.company_id', '=', companyId)
    .where('a.subject_type', '=', subject)
    .where('a.subject_id', '=', id)
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where('a.id', '<', sql<number>`${after.value}::bigint`)
  const rows = await query.execute()
  const page = pageOf(rows, limit, (last) => ({ order, value: String(last.id), id }))
  return {
    items: page.rows.map((r) => ({
      id: String(r.id),
      at: r.created_at,
      actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
      action: r.action.slice(r.action.indexOf('.') + 1),
      reason: r.reason,
      before: r.before as Values | null,
      after: r.after as Values | null,
    })),
    nextCursor: page.nextCursor,
  }
}
