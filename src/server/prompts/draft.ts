import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { promptByKey } from './get.ts'
import { type Key, KINDS, promptProblem, renderPrompt } from './kinds.ts'
import { presentVersion } from './present.ts'
import { promptVersions } from './queries.ts'
import { versionOf } from './store.ts'

/** Throws UNPROCESSABLE at `body` when the prompt cannot be used. */
export function refuseUnlessUsable(key: Key, body: string): void {
  const problem = promptProblem(key, body)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { body: [problem] } })
}

/**
 * Returns what is wrong with a prompt, or how it reads with sample values. Throws NOT_FOUND when there is no such
 * prompt.
 */
export const checkPrompt = action(contract.prompts.check, async (_, { key: name, body }) => {
  const key = promptByKey(name)
  const problem = body.trim() === '' ? 'Enter the prompt.' : promptProblem(key, body)
  return problem ? { problem, reads: null } : { problem: null, reads: renderPrompt(key, body, KINDS[key].sample) }
})

/**
 * Adds a new version, which never changes and is not used until it is made live. Throws NOT_FOUND when there is no such
 * prompt, UNPROCESSABLE when the text cannot be used or the version it is based on does not exist.
 */
export const draftPrompt = action(contract.prompts.draft, (context, input) => {
  const { actor } = context
  const key = promptByKey(input.key)
  refuseUnlessUsable(key, input.body)
  return createOnce(context, input, async (db) => {
    if (!(await versionOf(db, key, input.basedOn)))
      throw refuse('UNPROCESSABLE', { fields: { basedOn: ['This version does not exist. Choose another one.'] } })
    const mine = { company_id: actor.companyId, key }
    await db
      .insertInto('prompts')
      .values(mine)
      .onConflict((c) => c.doNothing())
      .execute()
    // Locks the prompt so that version numbers are assigned one after the other.
    await db
      .selectFrom('prompts')
      .select('key')
      .where((row) => row.and(mine))
      .forUpdate()
      .execute()
    const { number } = await db
      .insertInto('prompt_versions')
      .values({
        ...mine,
        number: sql<number>`(select coalesce(max(number), 0) + 1 from prompt_versions where company_id = ${actor.companyId} and key = ${key})`,
        body: input.body,
        note: input.note,
        based_on: input.basedOn || null,
        created_by: actor.userId,
      })
      .returning('number')
      .executeTakeFirstOrThrow()
    await recordAudit(db, context, {
      companyId: actor.companyId,
      action: 'prompt.drafted',
      subjectType: 'prompt',
      subjectId: actor.companyId,
      after: { key, number, note: input.note, basedOn: input.basedOn },
    })
    return presentVersion(await promptVersions(db, key).where('v.number', '=', number).executeTakeFirstOrThrow())
  })
})
