import type { z } from 'zod'
import type { InstallationAct } from '../../contract/installing.ts'
import { actsOf } from '../platform/acts.ts'
import { type Actored, refuse } from '../platform/api.ts'

type Page = { items: z.infer<typeof InstallationAct>[]; nextCursor: string | null }

/** Who did what to an automation, when and why; newest first. NOT_FOUND without it. */
export function history(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  return platform.db.asActor(actor, async (db) => {
    const row = await db.selectFrom('installations').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!row) throw refuse('NOT_FOUND')
    return actsOf(db, { companyId: row.company_id, subject: 'installation', id, limit, cursor })
  })
}
