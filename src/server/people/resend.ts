import { sql } from 'kysely'
import type { Role } from '../../contract/base.ts'
import { contract } from '../../contract/index.ts'
import { INVITATION_DAYS, SENDS_MAX } from '../../contract/people.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { countInvitation } from './invitation-limit.ts'
import { mailInvitation } from './mail.ts'
import { standingOf } from './standing.ts'
import { newToken } from './token.ts'
import { lockCompanies, readUser } from './write.ts'

const PAUSE_SECONDS = 60

/**
 * Sends an invitation again, even if it has expired. It needs a new link, because only the hash of the old one is
 * stored. The new link is valid for seven days, and the old one stops working. Throws SENT_JUST_NOW within a minute,
 * SENT_OFTEN after ten mails, INVITATION_CLOSED, NOT_FOUND, and what `countInvitation` throws.
 */
export const resendInvitation = action(contract.people.resend, (context, { id }) => {
  const { platform, actor } = context
  return platform.db.asActor(actor, async (db) => {
    const known = await db.selectFrom('invitations').select('company_id').where('id', '=', id).executeTakeFirst()
    if (!known) throw refuse('NOT_FOUND')
    await lockCompanies(db, known.company_id)
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

    await countInvitation(context, db, found.company_id, found.email)

    const { token, tokenHash } = newToken()
    const sentCount = found.sent_count + 1
    await db
      .updateTable('invitations')
      .set({
        token_hash: tokenHash,
        // The link is valid only while its last sender may invite.
        invited_by: actor.userId,
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
      mailInvitation(platform.env.publicUrl, {
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
    await recordAudit(db, context, {
      companyId: found.company_id,
      action: 'invitation.resend',
      subjectType: 'invitation',
      subjectId: id,
      before: { sentCount: found.sent_count },
      after: { sentCount },
    })
    await publish(db, actor, { companyId: found.company_id, topic: 'user', kind: 'invited', subjectId: id })
    return readUser(db, actor, id)
  })
})
