import { sql } from 'kysely'
import type { z } from 'zod'
import type { ProjectAct } from '../../contract/projects.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { FORMER } from '../platform/words.ts'
import { placeOf } from './read.ts'

type Page = { items: z.infer<typeof ProjectAct>[]; nextCursor: string | null }
type Values = Record<string, unknown>

/** Who did what in a project, when and why; newest first. NOT_FOUND without it. */
export function history(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  const after = decodeCursor(cursor, 'acts', 'number')
  return platform.db.asActor(actor, async (db) => {
    const project = await placeOf(db, id)
    let query = db
      .selectFrom('audit_log as a')
      .select(['a.id', 'a.created_at', 'a.actor_id', 'a.action', 'a.reason', 'a.before', 'a.after'])
      .select((e) =>
        e.selectFrom('profiles as p').select('p.full_name').whereRef('p.id', '=', 'a.actor_id').as('actor'),
      )
      .where('a.company_id', '=', project.company_id)
      .where('a.subject_type', '=', 'project')
      .where('a.subject_id', '=', id)
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('a.id', '<', sql<number>`${after.value}::bigint`)
    const found = await query.execute()
    const last = found.length > limit ? found[limit - 1] : undefined
    return {
      items: found.slice(0, limit).map((r) => {
        const { about, aboutId: _, ...values } = (r.after ?? {}) as Values
        return {
          id: String(r.id),
          at: r.created_at,
          actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
          action: r.action.replace(/^project\./, ''),
          about: typeof about === 'string' ? about : null,
          reason: r.reason,
          before: r.before as Values | null,
          after: values,
        }
      }),
      nextCursor: last ? encodeCursor({ order: 'acts', value: String(last.id), id }) : null,
    }
  })
}
