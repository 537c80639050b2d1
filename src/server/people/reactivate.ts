import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { lockUserForChange, readUser } from './write.ts'

/** Reactivates a user with the previous role. Doing it again changes nothing. Throws NOT_FOUND. */
export const reactivateUser = action(contract.people.reactivate, ({ platform, ...context }, { id }) => {
  const { actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { row } = await lockUserForChange(db, actor, id)
    if (!row.deactivated_at) return readUser(db, actor, id)
    await db
      .updateTable('profiles')
      .set({ deactivated_at: null, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'user.reactivate',
      subjectType: 'user',
      subjectId: id,
      before: { status: 'deactivated', since: row.deactivated_at },
      after: { status: 'active', role: row.role },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'reactivated', subjectId: id })
    return readUser(db, actor, id)
  })
})
