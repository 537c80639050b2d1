import type { z } from 'zod'
import type { Hit } from '../../contract/search.ts'
import type { Actored } from '../platform/api.ts'

const OF_EACH = 5

/** What every room finds for these words among what the reader may see, in one transaction. Throws TooMany. */
export async function everywhere(
  { platform, actor }: Actored,
  { q }: { q: string },
): Promise<{ items: z.infer<typeof Hit>[]; instead: string | null }> {
  const found = await platform.limits.search(actor.userId, () =>
    platform.db.asActor(actor, (db) => Promise.all(platform.finders.map((find) => find(db, actor, q, OF_EACH)))),
  )
  // What is like it comes only where nothing is it.
  const exact = found.some((f) => f.items.length > 0 && !f.loose)
  const shown = exact ? found.filter((f) => !f.loose) : found
  return {
    items: shown.flatMap((f) => f.items),
    instead: shown.map((f) => f.instead).find((words) => words != null) ?? null,
  }
}
