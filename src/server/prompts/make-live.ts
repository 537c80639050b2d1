import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Prompt } from '../../contract/prompts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { refuseUnlessUsable } from './draft.ts'
import { keyed, read } from './get.ts'
import { versionOf } from './store.ts'

/**
 * Uses a version from now on; 0 is the text that the product comes with. CONFLICT, with the prompt as it is now, when the
 * pointer was moved meanwhile; NOT_FOUND; UNPROCESSABLE for a version that cannot be used any more.
 */
export function makeLive(
  context: Actored,
  { key: name, number, reason, version }: { key: string; number: number; reason: string; version: number },
): Promise<z.infer<typeof Prompt>> {
  const { platform, actor } = context
  const key = keyed(name)
  return platform.db.asActor(actor, async (db) => {
    const mine = { company_id: actor.companyId, key }
    const wanted = await versionOf(db, key, number)
    if (!wanted) throw refuse('NOT_FOUND')
    refuseUnlessUsable(key, wanted.body)
    const row = await db
      .selectFrom('prompts')
      .select(['live_number', 'version'])
      .where((r) => r.and(mine))
      .forUpdate()
      .executeTakeFirst()
    if ((row?.version ?? 0) !== version) throw refuse('CONFLICT', { current: await read(db, actor, key) })
    const from = row?.live_number ?? null
    const to = number || null
    if (from === to) return read(db, actor, key)
    await db
      .updateTable('prompts')
      .set({ live_number: to, version: version + 1, updated_at: sql<string>`now()` })
      .where((r) => r.and(mine))
      .execute()
    await db
      .insertInto('prompt_pointers')
      .values({ ...mine, id: uuid(), from_number: from, to_number: to, reason, moved_by: actor.userId })
      .execute()
    await record(db, context, {
      companyId: actor.companyId,
      action: 'prompt.made-live',
      subjectType: 'prompt',
      subjectId: actor.companyId,
      before: { key, number: from ?? 0 },
      after: { key, number },
      reason,
    })
    return read(db, actor, key)
  })
}
