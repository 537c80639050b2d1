import { refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'

/**
 * Makes uploaded files part of something of `companyId`. Only the actor's own, unclaimed ones count: anything else
 * is ATTACHMENT_GONE and nothing is taken.
 */
export async function claim(
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
    throw refuse('ATTACHMENT_GONE', { fields: { fileIds: ['An attachment is not there any more. Upload it again.'] } })
  }
}
