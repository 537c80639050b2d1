import { sql } from 'kysely'
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import { INVITATION_DAYS, SENDS_MAX, type User } from '../../contract/people.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { publish } from '../platform/publish.ts'
import { invitation } from './mail.ts'
import { standingOf } from './standing.ts'
import { newToken } from './token.ts'
import { read } from './write.ts'

const PAUSE_SECONDS = 60

/**
 * Sends an invitation again, also one that has run out: with a new link, good for as long as the first was. The old link
 * ends, for only its hash was kept. SENT_JUST_NOW within a minute, SENT_OFTEN after ten mails, INVITATION_CLOSED.
 */
export function resend(context: Actored, { id }: { id: string }): Promise<z.infer<typeof User>> {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const found = await db
      .selectFrom('invitations')
      .select(['company_id', 'email', 'full_name', 'role', 'sent_count', 'accepted_at', 'revoked_at'])
      .select(sql<number>`extract(epoch from now() - last_sent_at)`.as('since'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('NOT_FOUND')
    if (found.accepted_at || found.revoked_at) throw refuse('INVITATION_CLOSED')
    if (found.sent_count >= SENDS_MAX) throw refuse('SENT_OFTEN')
    const wait = PAUSE_SECONDS - Number(found.since)
    if (wait > 0) throw refuse('SENT_JUST_NOW', { retryAfter: Math.ceil(wait) })

    const { token, tokenHash } = newToken()
    const sentCount = found.sent_count + 1
    await db
      .updateTable('invitations')
      .set({
        token_hash: tokenHash,
        sent_count: sentCount,
        last_sent_at: sql`now()`,
        expires_at: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
      })
      .where('id', '=', id)
      .execute()
    const standing = await standingOf(platform.db.system, found.email, found.company_id)
    const [company, inviter] = await Promise.all([
      db.selectFrom('companies').select('name').where('id', '=', found.company_id).executeTakeFirstOrThrow(),
      db.selectFrom('profiles').select('full_name').where('id', '=', actor.userId).executeTakeFirstOrThrow(),
    ])
    await queueMail(
      platform,
      db,
      found.company_id,
      invitation(platform.env.publicUrl, {
        id,
        email: found.email,
        fullName: found.full_name,
        role: found.role as Role,
        token,
        sentCount,
        companyName: company.name,
        inviterName: inviter.full_name,
        elsewhere: standing.account === 'elsewhere',
      }),
    )
    await record(db, context, {
      companyId: found.company_id,
      action: 'invitation.resend',
      subjectType: 'invitation',
      subjectId: id,
      before: { sentCount: found.sent_count },
      after: { sentCount },
    })
    await publish(db, actor, { companyId: found.company_id, topic: 'user', kind: 'invited', subjectId: id })
    return read(db, actor, id)
  })
}
