import { contract } from '../../contract/index.ts'
import { actsOf } from '../platform/events/acts.ts'
import { action } from '../platform/http/action.ts'
import { requireProject } from './read.ts'

/** Returns one page of a project's audit log, newest first. Throws NOT_FOUND when there is no such project. */
export const listProjectHistory = action(contract.projects.history, ({ platform, actor }, { id, limit, cursor }) => {
  return platform.db.asActor(actor, async (db) => {
    const project = await requireProject(db, id)
    const page = await actsOf(db, { companyId: project.company_id, subject: 'project', id, limit, cursor })
    return {
      ...page,
      items: page.items.map((act) => {
        const { about, aboutId: _, ...after } = act.after ?? {}
        return { ...act, about: typeof about === 'string' ? about : null, after }
      }),
    }
  })
})
