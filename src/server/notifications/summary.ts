import { contract } from '../../contract/index.ts'
import { COUNT_MAX } from '../../contract/notifications.ts'
import { action } from '../platform/http/action.ts'
import { countActionItems } from './list-action-items.ts'
import { unreadOf } from './queries.ts'

/** Returns the numbers in the navigation: unread notifications, action items, and a partner's balance in minutes. */
export const getShellSummary = action(contract.notifications.summary, ({ platform, actor }) => {
  return platform.db.asActor(actor, async (db) => {
    const [unread, waiting, hours] = await Promise.all([
      unreadOf(db, actor),
      countActionItems(platform, db, actor),
      actor.kind === 'tenant'
        ? db
            .selectFrom('shared_hour_balances')
            .select('balance')
            .where('company_id', '=', actor.companyId)
            .executeTakeFirst()
        : undefined,
    ])
    return { unread, waiting: Math.min(COUNT_MAX, waiting), hours: hours?.balance ?? null }
  })
})
