import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { Notification } from '../../contract/notifications.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import { action } from '../platform/http/action.ts'

type Shown = z.infer<typeof Notification>
const ORDER = 'newest'

/** Returns one page of the actor's notifications, newest first. */
export const listNotifications = action(contract.notifications.list, ({ platform, actor }, input) => {
  const after = decodeCursor(input.cursor, ORDER, 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('notifications')
      .select([
        'id',
        'kind',
        'title',
        'body',
        'path',
        'subject_id as subjectId',
        'read_at as readAt',
        'created_at as createdAt',
      ])
      // Row-level security has this condition too. Repeating it lets the query use the index.
      .where('company_id', '=', actor.companyId)
      .where('user_id', '=', actor.userId)
      .where('shown', '=', true)
      .orderBy('id', 'desc')
      .limit(input.limit + 1)
    if (input.unread === 'yes') query = query.where('read_at', 'is', null)
    if (input.kind) query = query.where('kind', 'in', input.kind)
    // Ids are created in order of time, so they can serve as the cursor.
    if (after) query = query.where('id', '<', after.id)
    const found = (await query.execute()) as Shown[]
    const page = pageOf(found, input.limit, (last) => ({ order: ORDER, value: last.createdAt, id: last.id }))
    return {
      items: page.rows,
      nextCursor: page.nextCursor,
    }
  })
})
