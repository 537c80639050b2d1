import { COUNT_MAX } from '../../contract/notifications.ts'
import type { Actored } from '../platform/api.ts'
import { unreadOf } from './queries.ts'
import { totalWaiting } from './waiting.ts'

/** The two numbers in the frame of every screen. */
export function summary({ platform, actor }: Actored): Promise<{ unread: number; waiting: number }> {
  return platform.db.asActor(actor, async (db) => ({
    unread: await unreadOf(db, actor),
    waiting: Math.min(COUNT_MAX, await totalWaiting(platform, db, actor)),
  }))
}
