import type { z } from 'zod'
import type { Pack } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { methodsOf } from './methods.ts'
import { packs, presentPack } from './pack-write.ts'
import { isAdmin } from './policy.ts'

/** Hours as they are sold, in their order, and how they can be paid; administrators also get what is put away. */
export function listPacks(
  { platform, actor }: Actored,
  { archived }: { archived?: 'also' | undefined },
): Promise<{ items: z.infer<typeof Pack>[]; methods: ('card' | 'invoice')[] }> {
  return platform.db.askAs(actor, async (db) => {
    let query = packs(db)
    if (!(archived && isAdmin(actor))) query = query.where('archived_at', 'is', null)
    return { items: (await query.execute()).map((r) => presentPack(r, actor)), methods: methodsOf(platform) }
  })
}
