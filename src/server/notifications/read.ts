import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { publishOwn, unreadOf } from './queries.ts'

/**
 * Marks notifications of the actor read or unread and returns how many are then unread. Those of other users are
 * ignored.
 */
export const markRead = action(contract.notifications.read, ({ platform, actor }, which) => {
  return platform.db.asActor(actor, async (db) => {
    let query = db
      .updateTable('notifications')
      .set({ read_at: which.read ? sql<string>`now()` : null })
      .where('company_id', '=', actor.companyId)
      .where('user_id', '=', actor.userId)
      .where('read_at', which.read ? 'is' : 'is not', null)
    if (which.ids) query = query.where('id', 'in', which.ids)
    if (which.subjectId) query = query.where('subject_id', '=', which.subjectId)
    // “Mark all as read” is about the list, which does not show what is only for the daily email.
    if (which.upTo) query = query.where('id', '<=', which.upTo).where('shown', '=', true)
    const { numUpdatedRows } = await query.executeTakeFirst()
    if (numUpdatedRows > 0n) await publishOwn(db, actor, 'read')
    return { unread: await unreadOf(db, actor) }
  })
})
