import type { Actor, Db } from '../platform/database/db.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Claims uploaded files for a message, project or other record of `companyId`. Throws ATTACHMENT_GONE, and claims
 * nothing, unless all of them are the actor's own unclaimed files.
 */
export async function claimFiles(
  db: Db,
  actor: Actor,
  ids: string[],
  to: { companyId: string; staffOnly: boolean },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const taken = await db
    .updateTable('files')
    .set({ state: 'claimed', company_id: to.companyId, staff_only: to.staffOnly })
    .where('id', 'in', wanted)
    .where('company_id', '=', actor.companyId)
    .where('uploaded_by', '=', actor.userId)
    .where('state', '=', 'unclaimed')
    .returning('id')
    .execute()
  if (taken.length !== wanted.length) {
    throw refuse('ATTACHMENT_GONE', { fields: { fileIds: ['An attachment is no longer available. Upload it again.'] } })
  }
}
