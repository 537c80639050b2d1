import type { z } from 'zod'
import type { AgreementAct } from '../../contract/agreements.ts'
import { actsOf } from '../platform/acts.ts'
import { type Actored, refuse } from '../platform/api.ts'

type Page = { items: z.infer<typeof AgreementAct>[]; nextCursor: string | null }

/** Who did what to an agreement, when and why; newest first. NOT_FOUND without it. */
export function history(
  { platform, actor }: Actored,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<Page> {
  return platform.db.asActor(actor, async (db) => {
    const agreement = await db.selectFrom('agreements').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!agreement) throw refuse('NOT_FOUND')
    return actsOf(db, { companyId: agreement.company_id, subject: 'agreement', id, limit, cursor })
  })
}
