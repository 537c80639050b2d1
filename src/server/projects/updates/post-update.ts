import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '../../../contract/index.ts'
import { createOnce } from '../../platform/database/once.ts'
import { action } from '../../platform/http/action.ts'
import { presentUpdate } from '../present.ts'
import { projectFileRows, updateRows } from '../queries.ts'
import { requireProject } from '../read.ts'
import { attachToProject, recordProjectAct } from '../write.ts'

/** Posts an update on a project's health and notifies its watchers. Throws NOT_FOUND and ATTACHMENT_GONE. */
export const postUpdate = action(contract.projects.postUpdate, (context, input) =>
  createOnce(context, input, async (db) => {
    const { actor } = context
    const project = await requireProject(db, input.id)
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
    await attachToProject(db, actor, project, input.fileIds, { updateId: id })
    await recordProjectAct(db, context, project, {
      kind: 'update',
      after: { health: input.health },
      data: { updateId: id },
    })
    const row = await updateRows(db).where('u.id', '=', id).executeTakeFirstOrThrow()
    const files = await projectFileRows(db).where('x.update_id', '=', id).orderBy('x.id').execute()
    return presentUpdate(row, files, actor)
  }),
)
