import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { refuseUnlessUsable } from './draft.ts'
import { promptByKey, readPrompt } from './get.ts'
import { versionOf } from './store.ts'

/**
 * Makes a version live; 0 is the built-in text. Throws CONFLICT with the current prompt when another version was made
 * live in the meantime; NOT_FOUND when there is no such prompt or version; UNPROCESSABLE when the version can no longer
 * be used.
 */
export const makeLive = action(contract.prompts.makeLive, (context, { key: name, number, reason, version }) => {
  const { platform, actor } = context
  const key = promptByKey(name)
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
    if ((row?.version ?? 0) !== version) throw refuse('CONFLICT', { current: await readPrompt(db, actor, key) })
    const from = row?.live_number ?? null
    const to = number || null
    if (from === to) return readPrompt(db, actor, key)
    await db
      .updateTable('prompts')
      .set({ live_number: to, version: version + 1, updated_at: sql<string>`now()` })
      .where((r) => r.and(mine))
      .execute()
    await db
      .insertInto('prompt_pointers')
      .values({ ...mine, id: uuid(), from_number: from, to_number: to, reason, moved_by: actor.userId })
      .execute()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'prompt.made-live',
      subjectType: 'prompt',
      subjectId: actor.companyId,
      before: { key, number: from ?? 0 },
      after: { key, number },
      reason,
    })
    return readPrompt(db, actor, key)
  })
})
