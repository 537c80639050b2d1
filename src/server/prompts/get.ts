import type { z } from 'zod'
import type { PointerMove, Prompt, PromptVersion } from '../../contract/prompts.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Key, KINDS, keyOf } from './kinds.ts'
import { can } from './policy.ts'
import { person, presentBuiltIn, presentVersion } from './present.ts'
import { figures, pointers, versions } from './queries.ts'

const VERSIONS = 99

/** The prompt of a name. NOT_FOUND without it. */
export function keyed(name: string): Key {
  const key = keyOf(name)
  if (!key) throw refuse('NOT_FOUND')
  return key
}

/** A prompt as the actor sees it. */
export async function read(db: Db, actor: Actor, key: Key): Promise<z.infer<typeof Prompt>> {
  const [row, rows, did] = await Promise.all([
    pointers(db).where('p.key', '=', key).executeTakeFirst(),
    versions(db, key).limit(VERSIONS).execute(),
    figures(db, key),
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
    can: can(actor),
  }
}

/** One prompt. NOT_FOUND. */
export const get = ({ platform, actor }: Actored, input: { key: string }): Promise<z.infer<typeof Prompt>> => {
  const key = keyed(input.key)
  return platform.db.asActor(actor, (db) => read(db, actor, key))
}

/** The text of one version. NOT_FOUND. */
export async function version(
  { platform, actor }: Actored,
  { key: name, number }: { key: string; number: number },
): Promise<z.infer<typeof PromptVersion>> {
  const key = keyed(name)
  if (number === 0) return presentBuiltIn(key)
  const row = await platform.db.askAs(actor, (db) =>
    versions(db, key).where('v.number', '=', number).executeTakeFirst(),
  )
  if (!row) throw refuse('NOT_FOUND')
  return presentVersion(row)
}

/** Which version was made live by whom, when and why; newest first. */
export function moves(
  { platform, actor }: Actored,
  { key: name, limit, cursor }: { key: string; limit: number; cursor?: string | undefined },
): Promise<{ items: z.infer<typeof PointerMove>[]; nextCursor: string | null }> {
  const key = keyed(name)
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
        by: person(m.moved_by, m.full_name),
        at: m.moved_at,
      })),
      nextCursor: page.nextCursor,
    }
  })
}
