import { sql } from 'kysely'
import { contract } from '../../contract/index.ts'
import { requireFresh } from '../account/index.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { factorsReset } from './mail.ts'
import { changeOf, lockUser, readUser } from './write.ts'

/**
 * Removes the authenticator app, recovery codes and passkeys of a user who lost them, ends the sessions, and notifies
 * the user by mail. Throws NO_FACTOR when there is nothing to remove, NOT_YOURSELF for the caller, who removes their
 * own in the settings, CONFIRM_IDENTITY, and NOT_FOUND.
 */
export const resetFactors = action(contract.people.resetFactors, (context, { id }) => {
  const { platform, actor } = context
  return changeOf(context, id, async (db, revoke) => {
    const { row } = await lockUser(db, actor, id)
    if (id === actor.userId) throw refuse('NOT_YOURSELF')
    await requireFresh(context)
    const { rows } = await sql<{
      factors: number
      passkeys: number
    }>`select * from remove_factors(${id}::uuid)`.execute(db)
    const gone = rows[0] ?? { factors: 0, passkeys: 0 }
    if (gone.factors + gone.passkeys === 0) throw refuse('NO_FACTOR')
    await revoke(true)
    const admin = await db
      .selectFrom('profiles')
      .select('full_name')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const mail = { id, to: row.email, name: row.name ?? row.email, by: admin.full_name, at: new Date().toISOString() }
    await queueMail(platform, db, row.company_id, factorsReset(platform.env.publicUrl, mail))
    await recordAudit(db, context, {
      companyId: row.company_id,
      action: 'user.reset-second-factor',
      subjectType: 'user',
      subjectId: id,
      before: gone,
      after: { factors: 0, passkeys: 0 },
    })
    await publish(db, actor, { companyId: row.company_id, topic: 'user', kind: 'factors', subjectId: id })
    return await readUser(db, actor, id)
  })
})
