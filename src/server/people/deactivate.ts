import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { changeOf, lastAdminOrOwnerError, lockUserForChange, readUser } from './write.ts'

/**
 * Deactivates a user. Sessions and access tokens end with the commit. Everything the user created stays, including the
 * company's API keys. Doing it again changes nothing. Throws NOT_YOURSELF, NOT_FOUND, and LAST_OWNER or LAST_ADMIN when
 * the company cannot do without the user.
 */
export const deactivateUser = action(contract.people.deactivate, (context, { id }) => {
  const { actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row, may } = await lockUserForChange(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    if (row.deactivated_at) return await readUser(db, actor, id)
    if (!may.deactivate) throw lastAdminOrOwnerError(row)
    await db
      .updateTable('profiles')
      .set({ deactivated_at: sql`now()`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await revoke(true)
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'user.deactivate',
      subjectType: 'user',
      subjectId: id,
      before: { status: 'active', role: row.role },
      after: { status: 'deactivated' },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'deactivated', subjectId: id })
    return await readUser(db, actor, id)
  })
})
