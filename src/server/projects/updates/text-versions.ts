import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'

/** Returns the previous texts of a comment or an update, oldest first, for staff. Throws NOT_FOUND. */
export const textVersions = action(contract.projects.textVersions, ({ platform, actor }, { id }) =>
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
  }),
)
