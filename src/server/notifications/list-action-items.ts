import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import { COUNT_MAX, type WaitingItem } from '../../contract/notifications.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import type { Platform } from '../platform/platform.ts'

type Item = z.infer<typeof WaitingItem>

/** Returns the number of items that need the actor's attention, across all modules. */
export async function countActionItems(
  { actionItemSources }: Pick<Platform, 'actionItemSources'>,
  db: Db,
  actor: Actor,
): Promise<number> {
  const all = await Promise.all(actionItemSources.map((source) => source(db, actor, 1)))
  return all.reduce((sum, { total }) => sum + total, 0)
}

/** Returns what needs the actor's attention: items without a group, oldest first, then the groups of each module. */
export const listActionItems = action(contract.notifications.waiting, ({ platform, actor }, { limit }) => {
  return platform.db.asActor(actor, async (db): Promise<{ items: Item[]; total: number }> => {
    const all = await Promise.all(platform.actionItemSources.map((source) => source(db, actor, limit)))
    const items = all.flatMap((one) => one.items)
    // Groups keep their module's order, which for staff is urgency, not age.
    const loose = items.filter((i) => !i.group).toSorted((a, b) => (a.since < b.since ? -1 : 1))
    return {
      items: [...loose.slice(0, limit), ...items.filter((i) => i.group)],
      total: Math.min(
        COUNT_MAX,
        all.reduce((sum, { total }) => sum + total, 0),
      ),
    }
  })
})
