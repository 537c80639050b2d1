import type { z } from 'zod'
import type { ProjectAct } from '../../contract/projects.ts'
import { actsOf } from '../platform/acts.ts'
import type { Actored } from '../platform/api.ts'
import { placeOf } from './read.ts'

type Page = { items: z.infer<typeof ProjectAct>[]; nextCursor: string | null }

/** Who did what in a project, when and why; newest first. NOT_FOUND without it. */
export function history(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  return platform.db.asActor(actor, async (db) => {
    const project = await placeOf(db, id)
    const page = await actsOf(db, { companyId: project.company_id, subject: 'project', id, limit, cursor })
    return {
      ...page,
      items: page.items.map((act) => {
        const { about, aboutId: _, ...after } = act.after ?? {}
        return { ...act, about: typeof about === 'string' ? about : null, after }
      }),
    }
  })
}
