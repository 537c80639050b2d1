import type { z } from 'zod'
import type { Hit } from '../../contract/search.ts'
import type { Actored } from '../platform/api.ts'

const OF_EACH = 5

/** What every room finds for these words among what the reader may see. */
export async function everywhere(
  { platform, actor }: Actored,
  { q }: { q: string },
): Promise<{ items: z.infer<typeof Hit>[] }> {
  const found = await Promise.all(
    platform.finders.map((find) => platform.db.asActor(actor, (db) => find(db, actor, q, OF_EACH))),
  )
  return { items: found.flat() }
}
