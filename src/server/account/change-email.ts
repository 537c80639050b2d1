import { type Actored, refuse } from '../platform/api.ts'
import { requireFresh } from './fresh.ts'
import { mailEmailChange, mailEmailNotice } from './mail.ts'

/**
 * Asks for another address: a link goes there and a notice to the old one; nothing changes before the link is opened.
 * An address that belongs to somebody else answers the same, and gets nothing. CONFIRM_IDENTITY.
 */
export async function changeEmail(context: Actored, { email: typed }: { email: string }): Promise<{ sent: true }> {
  const { platform, actor, requestId } = context
  await requireFresh(context)
  const email = typed.toLowerCase()
  const { system } = platform.db
  const [me, taken] = await Promise.all([
    system.selectFrom('auth.user').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow(),
    system.selectFrom('auth.user').select('id').where('email', '=', email).executeTakeFirst(),
  ])
  if (me.email === email) throw refuse('UNPROCESSABLE', { fields: { email: ['This is your address already.'] } })
  if (!(await platform.limits.mail(email))) throw refuse('TOO_MANY_REQUESTS', { retryAfter: 3600 })
  if (!taken) {
    await mailEmailChange(platform, actor.userId, email)
    await mailEmailNotice(platform, actor.userId, me.email, { asked: email })
  }
  platform.log.info({ requestId, userId: actor.userId }, 'change of address asked for')
  return { sent: true }
}
