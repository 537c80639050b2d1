import type { z } from 'zod'
import { COUNT_MAX, type WaitingItem } from '../../contract/notifications.ts'
import type { Actored } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'

type Item = z.infer<typeof WaitingItem>

/** How much waits for the actor, over all rooms. */
export async function totalWaiting({ waiting }: Pick<Platform, 'waiting'>, db: Db, actor: Actor): Promise<number> {
  const all = await Promise.all(waiting.map((source) => source(db, actor, 1)))
  return all.reduce((sum, { total }) => sum + total, 0)
}

/** What waits for the actor: by group where a room has groups, else what waits longest first. */
export function waiting({ platform, actor }: Actored, { limit }: { limit: number }) {
  return platform.db.asActor(actor, async (db): Promise<{ items: Item[]; total: number }> => {
    const all = await Promise.all(platform.waiting.map((source) => source(db, actor, limit)))
    const items = all.flatMap((one) => one.items)
    // Groups keep the order in which their room gives them: for staff that is urgency, not age.
    const loose = items.filter((i) => !i.group).toSorted((a, b) => (a.since < b.since ? -1 : 1))
    return {
      items: [...loose.slice(0, limit), ...items.filter((i) => i.group)],
      total: Math.min(
        COUNT_MAX,
        all.reduce((sum, { total }) => sum + total, 0),
      ),
    }
  })
}
