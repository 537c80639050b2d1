import { sql } from 'kysely'
import type { z } from 'zod'
import type { PromptVersion } from '../../contract/prompts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { createOnce } from '../platform/once.ts'
import { keyed } from './get.ts'
import { type Key, KINDS, promptProblem, rendered } from './kinds.ts'
import { presentVersion } from './present.ts'
import { versions } from './queries.ts'
import { versionOf } from './store.ts'

/** UNPROCESSABLE beside the text when it cannot be used. */
export function refuseUnlessUsable(key: Key, body: string): void {
  const problem = promptProblem(key, body)
  if (problem) throw refuse('UNPROCESSABLE', { fields: { body: [problem] } })
}

/** What is wrong with a text, and how it reads with made-up values. */
export async function check(
  _: Actored,
  { key: name, body }: { key: string; body: string },
): Promise<{ problem: string | null; reads: string | null }> {
  const key = keyed(name)
  const problem = body.trim() === '' ? 'Write the prompt.' : promptProblem(key, body)
  return problem ? { problem, reads: null } : { problem: null, reads: rendered(key, body, KINDS[key].sample) }
}

/** Writes a new version, which never changes and is not used until it is made live. NOT_FOUND, UNPROCESSABLE. */
export function draft(
  context: Actored,
  input: { key: string; body: string; note: string; basedOn: number },
): Promise<z.infer<typeof PromptVersion>> {
  const { actor } = context
  const key = keyed(input.key)
  refuseUnlessUsable(key, input.body)
  return createOnce(context, input, async (db) => {
    if (!(await versionOf(db, key, input.basedOn)))
      throw refuse('UNPROCESSABLE', { fields: { basedOn: ['There is no such version.'] } })
    const mine = { company_id: actor.companyId, key }
    await db
      .insertInto('prompts')
      .values(mine)
      .onConflict((c) => c.doNothing())
      .execute()
    // Numbers are given out one after the other.
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
    await record(db, context, {
      companyId: actor.companyId,
      action: 'prompt.drafted',
      subjectType: 'prompt',
      subjectId: actor.companyId,
      after: { key, number, note: input.note, basedOn: input.basedOn },
    })
    return presentVersion(await versions(db, key).where('v.number', '=', number).executeTakeFirstOrThrow())
  })
}
