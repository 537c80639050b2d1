import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { ProjectHealth, ProjectUpdate } from '../../contract/projects.ts'
import type { Actored } from '../platform/api.ts'
import { createOnce } from '../platform/once.ts'
import { presentUpdate } from './present.ts'
import { fileRows, updateRows } from './queries.ts'
import { placeOf } from './read.ts'
import { attach, keep } from './write.ts'

type Said = { id: string; health: z.infer<typeof ProjectHealth>; body: string; fileIds: string[] }

/** Says in plain language how a project stands; everybody who watches is told. NOT_FOUND, ATTACHMENT_GONE. */
export const postUpdate = (context: Actored, input: Said): Promise<z.infer<typeof ProjectUpdate>> =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const project = await placeOf(db, input.id)
    const id = uuid()
    const { done, total } = await db
      .selectFrom('project_tasks')
      .select([
        sql<number>`count(*) filter (where status = 'done')::int`.as('done'),
        sql<number>`count(*)::int`.as('total'),
      ])
      .where('company_id', '=', project.company_id)
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('project_updates')
      .values({
        company_id: project.company_id,
        id,
        project_id: project.id,
        author_id: actor.userId,
        health: input.health,
        body: input.body,
        tasks_done: done,
        tasks_total: total,
      })
      .execute()
    await attach(db, actor, project, input.fileIds, { updateId: id })
    await keep(db, context, project, { kind: 'update', after: { health: input.health }, data: { updateId: id } })
    const row = await updateRows(db).where('u.id', '=', id).executeTakeFirstOrThrow()
    const files = await fileRows(db).where('x.update_id', '=', id).orderBy('x.id').execute()
    return presentUpdate(row, files, actor)
  })
