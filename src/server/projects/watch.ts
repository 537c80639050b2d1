import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { readProject, requireProject } from './read.ts'
import { addProjectWatchers } from './write.ts'

/** Starts or stops watching a project for the actor. Watchers are notified about it. Throws NOT_FOUND. */
export const watchProject = action(contract.projects.watch, ({ platform, actor }, { id, watching }) =>
  platform.db.asActor(actor, async (db) => {
    const project = await requireProject(db, id)
    if (watching) await addProjectWatchers(db, project, [actor.userId])
    else
      await db
        .deleteFrom('project_watchers')
        .where('company_id', '=', project.company_id)
        .where('project_id', '=', id)
        .where('user_id', '=', actor.userId)
        .execute()
    return readProject(db, actor, id)
  }),
)
