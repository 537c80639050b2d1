import { sql } from 'kysely'
import type { Actored } from '../platform/api.ts'
import { tellOwn, unreadOf } from './queries.ts'

type Which = { ids?: string[]; subjectId?: string; upTo?: string; read: boolean }

/** Marks notifications of the actor read or unread and answers how many are unread then. Those of others are not there. */
export function read({ platform, actor }: Actored, which: Which): Promise<{ unread: number }> {
  return platform.db.asActor(actor, async (db) => {
    let query = db
      .updateTable('notifications')
      .set({ read_at: which.read ? sql<string>`now()` : null })
      .where('company_id', '=', actor.companyId)
      .where('user_id', '=', actor.userId)
      .where('read_at', which.read ? 'is' : 'is not', null)
    if (which.ids) query = query.where('id', 'in', which.ids)
    if (which.subjectId) query = query.where('subject_id', '=', which.subjectId)
    if (which.upTo) query = query.where('id', '<=', which.upTo)
    const { numUpdatedRows } = await query.executeTakeFirst()
    if (numUpdatedRows > 0n) await tellOwn(db, actor, 'read')
    return { unread: await unreadOf(db, actor) }
  })
}
