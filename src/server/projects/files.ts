import { sql } from 'kysely'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'
import type { ProjectFile } from '../../contract/projects/index.ts'
import { decodeCursor, pageOf } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { presentProjectFile } from './present.ts'
import { projectFileRows } from './queries.ts'
import { requireProject } from './read.ts'

type Page = { items: z.infer<typeof ProjectFile>[]; nextCursor: string | null }
type Asked = { id: string; limit: number; cursor?: string | undefined }

/** Returns one page of a project's files, newest first. Throws NOT_FOUND when there is no such project. */
export async function readFiles(db: Db, { id, limit, cursor }: Asked): Promise<Page> {
  const after = decodeCursor(cursor, 'files', 'instant')
  const project = await requireProject(db, id)
  let query = projectFileRows(db)
    .select((e) =>
      e
        .selectFrom('project_tasks as t')
        .select('t.title')
        .whereRef('t.company_id', '=', 'x.company_id')
        .whereRef('t.id', '=', 'x.task_id')
        .as('task'),
    )
    .where('x.company_id', '=', project.company_id)
    .where('x.project_id', '=', id)
    .orderBy('x.created_at', 'desc')
    .orderBy('x.id', 'desc')
    .limit(limit + 1)
  if (after) query = query.where(sql<boolean>`(x.created_at, x.id) < (${after.value}::timestamptz, ${after.id}::uuid)`)
  const found = await query.execute()
  const page = pageOf(found, limit, (last) => ({ order: 'files', value: last.created_at, id: last.link_id }))
  return {
    items: page.rows.map(presentProjectFile),
    nextCursor: page.nextCursor,
  }
}

/** Returns one page of a project's files. Throws NOT_FOUND when there is no such project. */
export const listProjectFiles = action(contract.projects.files, ({ platform, actor }, input) =>
  platform.db.asActor(actor, (db) => readFiles(db, input)),
)
