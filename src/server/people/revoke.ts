import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'

/**
 * Revokes an invitation. Its link stops working immediately. Throws NOT_FOUND, and INVITATION_CLOSED when it was
 * already accepted or revoked.
 */
export const revokeInvitation = action(contract.people.revoke, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const found = await db
      .selectFrom('invitations')
      .select(['company_id', 'email', 'role', 'accepted_at', 'revoked_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('NOT_FOUND')
    if (found.accepted_at || found.revoked_at) throw refuse('INVITATION_CLOSED')
    await db.updateTable('invitations').set({ revoked_at: sql`now()` }).where('id', '=', id).execute()
    await recordAudit(db, context, {
      companyId: found.company_id,
      action: 'invitation.revoke',
      subjectType: 'invitation',
      subjectId: id,
      before: { email: found.email, role: found.role },
    })
    await publish(db, actor, { companyId: found.company_id, topic: 'user', kind: 'revoked', subjectId: id })
    return { revoked: true as const }
  })
})
