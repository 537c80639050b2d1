import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import type { Actored } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { publish } from '../platform/publish.ts'
import { read, take } from './write.ts'

/** Lets a deactivated user in again, with the role of before. Doing it again changes nothing. NOT_FOUND. */
export function reactivate({ platform, ...context }: Actored, { id }: { id: string }): Promise<z.infer<typeof User>> {
  const { actor } = context
  return platform.db.asActor(actor, async (db) => {
    const { row } = await take(db, actor, id)
    if (!row.deactivated_at) return read(db, actor, id)
    await db
      .updateTable('profiles')
      .set({ deactivated_at: null, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await record(db, context, {
      companyId: row.company_id,
      action: 'user.reactivate',
      subjectType: 'user',
      subjectId: id,
      before: { status: 'deactivated', since: row.deactivated_at },
      after: { status: 'active', role: row.role },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'reactivated', subjectId: id })
    return read(db, actor, id)
  })
}
