import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { changeOf, needed, read, take } from './write.ts'

/**
 * Shuts a user out: sessions and tokens end with the commit. What the user made stays, API keys of the company too. Doing
 * it again changes nothing. NOT_YOURSELF, LAST_OWNER, LAST_ADMIN, NOT_FOUND.
 */
export function deactivate(context: Actored, { id }: { id: string }): Promise<z.infer<typeof User>> {
  const { actor } = context
  return changeOf(context, id, async (db, takeBack) => {
    const { row, may } = await take(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    if (row.deactivated_at) return await read(db, actor, id)
    if (!may.deactivate) throw needed(row)
    await db
      .updateTable('profiles')
      .set({ deactivated_at: sql`now()`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await takeBack(true)
    await record(db, context, {
      companyId: row.company_id,
      action: 'user.deactivate',
      subjectType: 'user',
      subjectId: id,
      before: { status: 'active', role: row.role },
      after: { status: 'deactivated' },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'deactivated', subjectId: id })
    return await read(db, actor, id)
  })
}
