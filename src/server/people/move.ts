import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { requireFresh } from '../account/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { moveUserRows } from './accept.ts'
import { rolesAt } from './policy.ts'
import { changeOf, demandProven, lastAdminOrOwnerError, lockUserForChange, readUser } from './write.ts'

/**
 * Moves a user to another company, with a role there. The user's posts stay in the old company; the sessions end.
 * Throws LAST_OWNER or LAST_ADMIN when the old company cannot do without the user, NOT_YOURSELF, CONFIRM_IDENTITY,
 * NOT_FOUND, MAILBOX_NOT_PROVEN, and UNPROCESSABLE for a company that is unknown or the current one, or a role that it
 * does not have.
 */
export const moveUser = action(contract.people.move, (context, { id, companyId, role }) => {
  const { actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row, may } = await lockUserForChange(db, actor, id, companyId)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    const to = await db
      .selectFrom('companies')
      .select(['name', 'is_internal'])
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (!to)
      throw refuse('UNPROCESSABLE', { fields: { companyId: ['This company doesn’t exist. Choose another one.'] } })
    if (row.company_id === companyId) {
      throw refuse('UNPROCESSABLE', {
        fields: { companyId: ['The user already belongs to this company. Choose another one.'] },
      })
    }
    if (!rolesAt(to.is_internal).includes(role)) {
      const words = to.is_internal
        ? 'Choose engineer or administrator for a user of the provider.'
        : 'Choose member or owner for a user of a partner.'
      throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
    }
    if (!may.move) throw lastAdminOrOwnerError(row)
    await requireFresh(context)
    await demandProven(context, id)
    await moveUserRows(db, id, companyId)
    await db.insertInto('user_roles').values({ user_id: id, company_id: companyId, role }).execute()
    // The move replaces any open invitation to the new company.
    await db
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('email', '=', row.email)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    await revoke(true)
    const change = {
      action: 'user.move',
      subjectType: 'user',
      subjectId: id,
      before: { companyId: row.company_id, role: row.role },
      after: { companyId, role },
    }
    // Record the move in the audit log of both companies.
    for (const company of [row.company_id, companyId]) {
      await recordAudit(db, context, { ...change, companyId: company })
      await publish(db, actor, { companyId: company, topic: 'user', kind: 'moved', subjectId: id })
    }
    return await readUser(db, actor, id)
  })
})
