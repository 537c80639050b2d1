import type { z } from 'zod'
import type { Notification } from '../../contract/notifications.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Kind } from './policy.ts'

type Shown = z.infer<typeof Notification>
const ORDER = 'newest'

/** One page of what the actor was told, newest first. */
export function list(
  { platform, actor }: Actored,
  input: { limit: number; cursor?: string; unread: 'yes' | 'no'; kind?: Kind[] },
): Promise<{ items: Shown[]; nextCursor: string | null }> {
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
      // The fence says so already; said again, the index is used.
      .where('company_id', '=', actor.companyId)
      .where('user_id', '=', actor.userId)
      .where('shown', '=', true)
      .orderBy('id', 'desc')
      .limit(input.limit + 1)
    if (input.unread === 'yes') query = query.where('read_at', 'is', null)
    if (input.kind) query = query.where('kind', 'in', input.kind)
    // Ids are made when a person is told: they are in the order of time.
    if (after) query = query.where('id', '<', after.id)
    const found = (await query.execute()) as Shown[]
    const page = pageOf(found, input.limit, (last) => ({ order: ORDER, value: last.createdAt, id: last.id }))
    return {
      items: page.rows,
      nextCursor: page.nextCursor,
    }
  })
}
