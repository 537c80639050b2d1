import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { User } from '../../contract/people.ts'
import { requireFresh } from '../account/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { headOf, rolesAt } from './policy.ts'
import { changeOf, needed, read, take } from './write.ts'

/**
 * Gives a user another role: an owner within the company, an administrator anywhere. It holds on the user's next request.
 * LAST_OWNER or LAST_ADMIN for the only one, NOT_FOUND, CONFIRM_IDENTITY, UNPROCESSABLE for a role that the company does not know.
 */
export function setRole(context: Actored, { id, role }: { id: string; role: Role }): Promise<z.infer<typeof User>> {
  const { actor } = context
  return changeOf(context, id, async (db, takeBack) => {
    const { row, may } = await take(db, actor, id)
    if (!rolesAt(row.is_internal).includes(role)) {
      const words = row.is_internal
        ? 'People of the provider are engineers or administrators.'
        : 'Users of a partner are members or owners.'
      throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
    }
    if (row.given_role === role) return await read(db, actor, id)
    if (row.role !== role && !may.roles.includes(role)) throw needed(row)
    // The head of a company decides over everything it has: a borrowed browser must not be enough to make one.
    if (role === headOf(row.is_internal)) await requireFresh(context)
    await db
      .insertInto('user_roles')
      .values({ user_id: id, company_id: row.company_id, role })
      .onConflict((c) => c.column('user_id').doUpdateSet({ role }))
      .execute()
    await takeBack(false)
    await record(db, context, {
      companyId: row.company_id,
      action: 'user.role',
      subjectType: 'user',
      subjectId: id,
      before: { role: row.given_role },
      after: { role },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'role', subjectId: id })
    return await read(db, actor, id)
  })
}
