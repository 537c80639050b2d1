import { sql } from 'kysely'
import type { z } from 'zod'
import type { InstallationAct } from '../../contract/installing.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { decodeCursor, encodeCursor } from '../platform/cursor.ts'
import { FORMER } from '../platform/words.ts'

type Page = { items: z.infer<typeof InstallationAct>[]; nextCursor: string | null }

/** Who did what to an automation, when and why; newest first. NOT_FOUND without it. */
export function history(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  const after = decodeCursor(cursor, 'installation acts', 'number')
  return platform.db.asActor(actor, async (db) => {
    const row = await db.selectFrom('installations').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    let query = db
      .selectFrom('audit_log as a')
      .select(['a.id', 'a.created_at', 'a.actor_id', 'a.action', 'a.reason', 'a.before', 'a.after'])
      .select((e) =>
        e.selectFrom('profiles as p').select('p.full_name').whereRef('p.id', '=', 'a.actor_id').as('actor'),
      )
      .where('a.company_id', '=', row.company_id)
      .where('a.subject_type', '=', 'installation')
      .where('a.subject_id', '=', id)
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
    if (after) query = query.where('a.id', '<', sql<number>`${after.value}::bigint`)
    const found = await query.execute()
    const last = found.length > limit ? found[limit - 1] : undefined
    return {
      items: found.slice(0, limit).map((r) => ({
        id: String(r.id),
        at: r.created_at,
        actor: r.actor_id ? { id: r.actor_id, name: r.actor ?? FORMER } : null,
        action: r.action.replace(/^(installation|automation)\./, ''),
        reason: r.reason,
        before: r.before as Record<string, unknown> | null,
        after: r.after as Record<string, unknown> | null,
      })),
      nextCursor: last ? encodeCursor({ order: 'installation acts', value: String(last.id), id }) : null,
    }
  })
}
