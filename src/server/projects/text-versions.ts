import { type Actored, refuse } from '../platform/api.ts'

type Version = { body: string; writtenAt: string; replacedAt: string }

/** What a comment or an update said before it was put right, oldest first; for staff. NOT_FOUND. */
export const textVersions = ({ platform, actor }: Actored, { id }: { id: string }): Promise<{ items: Version[] }> =>
  platform.db.asActor(actor, async (db) => {
    const of = (table: 'project_comments' | 'project_updates') =>
      db.selectFrom(table).select('company_id').where('id', '=', id).executeTakeFirst()
    const comment = await of('project_comments')
    const found = comment ?? (await of('project_updates'))
    if (!found) throw refuse('NOT_FOUND')
    const rows = await db
      .selectFrom('project_text_versions')
      .select(['body', 'written_at', 'replaced_at'])
      .where('company_id', '=', found.company_id)
      .where(comment ? 'comment_id' : 'update_id', '=', id)
      .orderBy('replaced_at')
      .orderBy('id')
      .execute()
    return { items: rows.map((r) => ({ body: r.body, writtenAt: r.written_at, replacedAt: r.replaced_at })) }
  })
