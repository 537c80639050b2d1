import { sql } from 'kysely'
import type { z } from 'zod'
import type { User } from '../../contract/people.ts'
import { requireFresh } from '../account/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { publish } from '../platform/publish.ts'
import { factorsReset } from './mail.ts'
import { changeOf, read, take } from './write.ts'

/**
 * Removes authenticator app, recovery codes and passkeys of a user who lost them, ends the sessions, and tells the user
 * by mail. NO_FACTOR when there is nothing to remove; the own ones are removed in the settings: NOT_YOURSELF.
 * CONFIRM_IDENTITY, NOT_FOUND.
 */
export function resetFactors(context: Actored, { id }: { id: string }): Promise<z.infer<typeof User>> {
  const { platform, actor } = context
  return changeOf(context, id, async (db, takeBack) => {
    const { row } = await take(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    await requireFresh(context)
    const { rows } = await sql<{
      factors: number
      passkeys: number
    }>`select * from remove_factors(${id}::uuid)`.execute(db)
    const gone = rows[0] ?? { factors: 0, passkeys: 0 }
    if (gone.factors + gone.passkeys === 0) throw refuse('NO_FACTOR')
    await takeBack(true)
    const admin = await db
      .selectFrom('profiles')
      .select('full_name')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const mail = { id, to: row.email, name: row.name ?? row.email, by: admin.full_name, at: new Date().toISOString() }
    await queueMail(platform, db, row.company_id, factorsReset(platform.env.publicUrl, mail))
    await record(db, context, {
      companyId: row.company_id,
      action: 'user.reset-second-factor',
      subjectType: 'user',
      subjectId: id,
      before: gone,
      after: { factors: 0, passkeys: 0 },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'factors', subjectId: id })
    return await read(db, actor, id)
  })
}
