import { sql } from 'kysely'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'

/** Takes an invitation back: its link ends at once. INVITATION_CLOSED when it was accepted or revoked already. */
export function revoke(context: Actored, { id }: { id: string }): Promise<{ revoked: true }> {
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
    await record(db, context, {
      companyId: found.company_id,
      action: 'invitation.revoke',
      subjectType: 'invitation',
      subjectId: id,
      before: { email: found.email, role: found.role },
    })
    await publish(db, actor, { companyId: found.company_id, topic: 'user', kind: 'revoked', subjectId: id })
    return { revoked: true as const }
  })
}
