import { contract } from '../../contract/index.ts'
import { requireFresh } from '../account/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { headOf, rolesAt } from './policy.ts'
import { changeOf, demandProven, lastAdminOrOwnerError, lockUserForChange, readUser } from './write.ts'

/**
 * Changes a user's role. Owners do it within their company, administrators anywhere. Takes effect on the user's next
 * request. Throws LAST_OWNER or LAST_ADMIN for the only one, NOT_FOUND, CONFIRM_IDENTITY or MAILBOX_NOT_PROVEN when the
 * new role is owner or administrator, and UNPROCESSABLE for a role that does not exist in the company.
 */
export const setRole = action(contract.people.setRole, (context, { id, role }) => {
  const { actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row, may } = await lockUserForChange(db, actor, id)
    if (!rolesAt(row.is_internal).includes(role)) {
      const words = row.is_internal
        ? 'Choose engineer or administrator for a user of the provider.'
        : 'Choose member or owner for a user of a partner.'
      throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
    }
    if (row.given_role === role) return await readUser(db, actor, id)
    if (row.role !== role && !may.roles.includes(role)) throw lastAdminOrOwnerError(row)
    // Owners and administrators control everything, so access to an unattended browser must not be enough.
    if (role === headOf(row.is_internal)) {
      await requireFresh(context)
      if (row.role !== role) await demandProven(context, id)
    }
    await db
      .insertInto('user_roles')
      .values({ user_id: id, company_id: row.company_id, role })
      .onConflict((c) => c.column('user_id').doUpdateSet({ role }))
      .execute()
    await revoke(false)
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'user.role',
      subjectType: 'user',
      subjectId: id,
      before: { role: row.given_role },
      after: { role },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'role', subjectId: id })
    return await readUser(db, actor, id)
  })
})
