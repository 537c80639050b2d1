import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { Prompt } from '../../contract/prompts.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { findPromptKey, type Key, KINDS } from './kinds.ts'
import { promptPermissions } from './policy.ts'
import { presentBuiltIn, presentPerson, presentVersion } from './present.ts'
import { livePointers, promptFigures, promptVersions } from './queries.ts'

const VERSIONS = 99

/** Returns the key of the prompt with this name. Throws NOT_FOUND when there is none. */
export function promptByKey(name: string): Key {
  const key = findPromptKey(name)
  if (!key) throw refuse('NOT_FOUND')
  return key
}

/** Returns a prompt as the actor sees it, with its newest 99 versions and the built-in one. */
export async function readPrompt(db: Db, actor: Actor, key: Key): Promise<z.infer<typeof Prompt>> {
  const [row, rows, did] = await Promise.all([
    livePointers(db).where('p.key', '=', key).executeTakeFirst(),
    promptVersions(db, key).limit(VERSIONS).execute(),
    promptFigures(db, key),
  ])
  const { title, about, variables, sample, answers, counted } = KINDS[key]
  const live = row?.live_number ?? 0
  return {
    key,
    title,
    about,
    live,
    newest: row?.newest ?? 0,
    liveSince: row?.live_since ?? null,
    figures: did(key, live),
    version: row?.version ?? 0,
    variables: Object.entries(variables).map(([name, words]) => ({ name, about: words, sample: sample[name] ?? '' })),
    answers,
    counted,
    versions: [...rows.map(presentVersion), presentBuiltIn(key)].map(({ body: _, ...v }) => ({
      ...v,
      figures: did(key, v.number),
    })),
    can: promptPermissions(actor),
  }
}

/** Returns one prompt. Throws NOT_FOUND when it does not exist. */
export const getPrompt = action(contract.prompts.get, ({ platform, actor }, input) => {
  const key = promptByKey(input.key)
  return platform.db.asActor(actor, (db) => readPrompt(db, actor, key))
})

/** Returns one version of a prompt with its text. Throws NOT_FOUND when it does not exist. */
export const getPromptVersion = action(
  contract.prompts.promptVersion,
  async ({ platform, actor }, { key: name, number }) => {
    const key = promptByKey(name)
    if (number === 0) return presentBuiltIn(key)
    const row = await platform.db.askAs(actor, (db) =>
      promptVersions(db, key).where('v.number', '=', number).executeTakeFirst(),
    )
    if (!row) throw refuse('NOT_FOUND')
    return presentVersion(row)
  },
)

/**
 * Returns one page of the history of a prompt, newest first: which version was made live, by whom, when and why. Throws
 * NOT_FOUND when there is no such prompt.
 */
export const listPromptMoves = action(contract.prompts.moves, ({ platform, actor }, { key: name, limit, cursor }) => {
  const key = promptByKey(name)
  const after = decodeCursor(cursor, 'moves', 'instant')
  return platform.db.askAs(actor, async (db) => {
    let query = db
      .selectFrom('prompt_pointers as m')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .leftJoin('profiles as p', 'p.id', 'm.moved_by')
      .select(['m.id', 'm.from_number', 'm.to_number', 'm.reason', 'm.moved_by', 'm.moved_at', 'p.full_name'])
      .where('c.is_internal', '=', true)
      .where('m.key', '=', key)
      .orderBy('m.moved_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where((e) => e(e.refTuple('m.moved_at', 'm.id'), '<', e.tuple(after.value, after.id)))
    const rows = await query.execute()
    const page = pageOf(rows, limit, (last) => ({ order: 'moves', value: last.moved_at, id: last.id }))
    return {
      items: page.rows.map((m) => ({
        id: m.id,
        from: m.from_number ?? 0,
        to: m.to_number ?? 0,
        reason: m.reason,
        by: presentPerson(m.moved_by, m.full_name),
        at: m.moved_at,
      })),
      nextCursor: page.nextCursor,
    }
  })
})
