import { sql } from 'kysely'
import type { z } from 'zod'
import type { ProjectFile } from '../../contract/projects.ts'
import type { Actored } from '../platform/api.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import type { Db } from '../platform/db.ts'
import { presentProjectFile } from './present.ts'
import { fileRows } from './queries.ts'
import { placeOf } from './read.ts'

type Page = { items: z.infer<typeof ProjectFile>[]; nextCursor: string | null }
type Asked = { id: string; limit: number; cursor?: string | undefined }

/** One page of the files of a project, newest first. NOT_FOUND. */
export async function readFiles(db: Db, { id, limit, cursor }: Asked): Promise<Page> {
  const after = decodeCursor(cursor, 'files', 'instant')
  const project = await placeOf(db, id)
  let query = fileRows(db)
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

/** All files of a project, page by page. NOT_FOUND. */
export const files = ({ platform, actor }: Actored, input: Asked): Promise<Page> =>
  platform.db.asActor(actor, (db) => readFiles(db, input))
