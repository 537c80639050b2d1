import { type Actored, refuse } from '../platform/api.ts'
import { requireFresh } from './fresh.ts'
import { mailEmailChange, mailEmailNotice } from './mail.ts'

/**
 * Asks for another address: a link goes there and a notice to the old one; nothing changes before the link is opened by
 * the same user. An address that belongs to somebody else answers alike and in the same time, and gets nothing.
 * CONFIRM_IDENTITY; at most five times an hour.
 */
export async function changeEmail(context: Actored, { email: typed }: { email: string }): Promise<{ sent: true }> {
  const { platform, actor, requestId } = context
  await requireFresh(context)
  const email = typed.toLowerCase()
  const me = await platform.db.system
    .selectFrom('auth.user')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (me.email === email) throw refuse('UNPROCESSABLE', { fields: { email: ['This is your address already.'] } })
  await platform.limits.wish(actor.userId)
  setImmediate(() => {
    ask(context, me.email, email).catch((err) => platform.log.error({ requestId, err }, 'mail of a change failed'))
  })
  platform.log.info({ requestId, userId: actor.userId }, 'change of address asked for')
  return { sent: true }
}

async function ask({ platform, actor }: Actored, from: string, to: string): Promise<void> {
  const taken = await platform.db.system.selectFrom('auth.user').select('id').where('email', '=', to).executeTakeFirst()
  const may = await platform.limits.mail('change', to)
  if (!taken && may) await mailEmailChange(platform, actor.userId, to)
  await mailEmailNotice(platform, actor.userId, from, { asked: to })
}
