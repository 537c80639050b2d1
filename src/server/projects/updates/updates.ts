import { sql } from 'kysely'
import { contract } from '../../../contract/index.ts'
import { decodeCursor, encodeCursor } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { presentUpdate } from '../present.ts'
import { projectFileRows, updateRows } from '../queries.ts'
import { requireProject } from '../read.ts'

/** Returns one page of a project's updates, newest first. Throws NOT_FOUND when there is no such project. */
export const listUpdates = action(contract.projects.updates, ({ platform, actor }, { id, limit, cursor }) => {
  const after = decodeCursor(cursor, 'updates', 'instant')
  return platform.db.asActor(actor, async (db) => {
    const project = await requireProject(db, id)
    let query = updateRows(db)
      .where('u.project_id', '=', project.id)
      .orderBy('u.created_at', 'desc')
      .orderBy('u.id', 'desc')
      .limit(limit + 1)
    if (after)
      query = query.where(sql<boolean>`(u.created_at, u.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
    const found = await query.execute()
    const shown = found.slice(0, limit)
    const last = found.length > limit ? shown.at(-1) : undefined
    const files =
      shown.length === 0
        ? []
        : await projectFileRows(db)
            .where(
              'x.update_id',
              'in',
              shown.map((u) => u.id),
            )
            .where('x.company_id', '=', project.company_id)
            .orderBy('x.id')
            .execute()
    return {
      items: shown.map((u) => presentUpdate(u, files, actor)),
      nextCursor: last ? encodeCursor({ order: 'updates', value: last.created_at, id: last.id }) : null,
    }
  })
})
