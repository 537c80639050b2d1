import type { z } from 'zod'
import type { Project } from '../../contract/projects.ts'
import type { Actored } from '../platform/api.ts'
import { placeOf, read } from './read.ts'
import { addWatchers } from './write.ts'

/** The actor is told of updates and of the end from now on, or not any more. NOT_FOUND. */
export const watch = (
  { platform, actor }: Actored,
  { id, watching }: { id: string; watching: boolean },
): Promise<z.infer<typeof Project>> =>
  platform.db.asActor(actor, async (db) => {
    const project = await placeOf(db, id)
    if (watching) await addWatchers(db, project, [actor.userId])
    else
      await db
        .deleteFrom('project_watchers')
        .where('company_id', '=', project.company_id)
        .where('project_id', '=', id)
        .where('user_id', '=', actor.userId)
        .execute()
    return read(db, actor, id)
  })
