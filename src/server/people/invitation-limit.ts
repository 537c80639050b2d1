import { brand } from '../../../brand.config.ts'
import type { Db } from '../platform/database/db.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { mailPermission } from '../platform/mail/mail-permission.ts'
import { DAILY_LIMIT, recordInvitation } from '../platform/mail/outside-mails.ts'

const OFTEN = `We send each person at most 3 emails in 30 days on behalf of companies that we haven’t approved yet. Try again later, or email ${brand.supportEmail} to have your company approved.`

/**
 * Counts an invitation mail, first or resent, before it is queued. Throws UNPROCESSABLE at `email` when the person
 * opted out, or when a company that is not approved has reached a limit, which staff do not have. Throws
 * TOO_MANY_INVITATIONS when several invitations were sent to the address in the last hour.
 */
export async function countInvitation(
  { platform, actor }: Pick<ActorContext, 'platform' | 'actor'>,
  db: Db,
  companyId: string,
  email: string,
): Promise<void> {
  const problem = (text: string) => refuse('UNPROCESSABLE', { fields: { email: [text] } })
  if ((await mailPermission(db, companyId, email)) === 'blocked')
    throw problem('This person has opted out of email from your company.')
  const reached = actor.kind === 'staff' ? undefined : await recordInvitation(db, actor, companyId, email)
  if (reached) throw problem(reached === 'daily' ? DAILY_LIMIT : OFTEN)
  // Inviting and revoking, or resending, must not fill a stranger's mailbox.
  if (!(await platform.limits.mail('invitation', email))) throw refuse('TOO_MANY_INVITATIONS', { retryAfter: 3600 })
}
