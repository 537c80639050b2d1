import { COUNT_MAX } from '../../contract/notifications.ts'
import type { Actored } from '../platform/api.ts'
import { unreadOf } from './queries.ts'
import { totalWaiting } from './waiting.ts'

type Numbers = { unread: number; waiting: number; hours: number | null }

/** The numbers in the frame of every screen. */
export function summary({ platform, actor }: Actored): Promise<Numbers> {
  return platform.db.asActor(actor, async (db) => {
    const [unread, waiting, hours] = await Promise.all([
      unreadOf(db, actor),
      totalWaiting(platform, db, actor),
      actor.kind === 'tenant'
        ? db.selectFrom('hour_balances').select('balance').where('company_id', '=', actor.companyId).executeTakeFirst()
        : undefined,
    ])
    return { unread, waiting: Math.min(COUNT_MAX, waiting), hours: hours?.balance ?? null }
  })
}
