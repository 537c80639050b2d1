import { sql } from 'kysely'
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { User } from '../../contract/people.ts'
import { requireFresh } from '../account/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { moveRows } from './accept.ts'
import { rolesAt } from './policy.ts'
import { changeOf, needed, read, take } from './write.ts'

/**
 * Moves a user to another company, with a role there. What the user wrote stays where it was; the sessions end. Nobody is
 * moved away from a company that cannot do without them: LAST_OWNER, LAST_ADMIN. NOT_YOURSELF, CONFIRM_IDENTITY,
 * NOT_FOUND.
 */
export function move(
  context: Actored,
  { id, companyId, role }: { id: string; companyId: string; role: Role },
): Promise<z.infer<typeof User>> {
  const { actor } = context
  return changeOf(context, id, async (db, takeBack) => {
    const { row, may } = await take(db, actor, id, companyId)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    const to = await db
      .selectFrom('companies')
      .select(['name', 'is_internal'])
      .where('id', '=', companyId)
      .executeTakeFirst()
    if (!to) throw refuse('UNPROCESSABLE', { fields: { companyId: ['There is no such company.'] } })
    if (row.company_id === companyId) {
      throw refuse('UNPROCESSABLE', {
        fields: { companyId: ['This is where the user is now. Choose another company.'] },
      })
    }
    if (!rolesAt(to.is_internal).includes(role)) {
      const words = to.is_internal
        ? 'People of the provider are engineers or administrators.'
        : 'Users of a partner are members or owners.'
      throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
    }
    if (!may.move) throw needed(row)
    await requireFresh(context)
    await moveRows(db, id, companyId)
    await db.insertInto('user_roles').values({ user_id: id, company_id: companyId, role }).execute()
    // What was asked for by an invitation has happened.
    await db
      .updateTable('invitations')
      .set({ revoked_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('email', '=', row.email)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
    await takeBack(true)
    const change = {
      action: 'user.move',
      subjectType: 'user',
      subjectId: id,
      before: { companyId: row.company_id, role: row.role },
      after: { companyId, role },
    }
    // Each of the two companies has it in its own log.
    for (const company of [row.company_id, companyId]) {
      await record(db, context, { ...change, companyId: company })
      await publish(db, actor, { companyId: company, topic: 'user', kind: 'moved', subjectId: id })
    }
    return await read(db, actor, id)
  })
}
