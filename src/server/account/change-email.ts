import { contract } from '../../contract/index.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { countUnrequested } from '../platform/mail/unrequested-mail.ts'
import { requireFresh } from './factors/fresh.ts'
import { mailEmailChange, mailEmailNotice } from './mail.ts'

/**
 * Requests a change of the user's email address. Sends a link to the new address and a notice to the old one. The
 * address changes when the same user opens the link. An address that belongs to another account gets no mail, but the
 * response and its timing are the same. Limited to five requests an hour (TooMany). Throws CONFIRM_IDENTITY, and
 * UNPROCESSABLE for the current address.
 */
export const changeEmail = action(contract.account.changeEmail, async (context, { email: typed }) => {
  const { platform, actor, requestId } = context
  await requireFresh(context)
  const email = typed.toLowerCase()
  const me = await platform.db.system
    .selectFrom('auth.user')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  if (me.email === email) throw refuse('UNPROCESSABLE', { fields: { email: ['This is already your email address.'] } })
  await platform.limits.wish(actor.userId)
  setImmediate(() => {
    ask(context, me.email, email).catch((err) =>
      platform.log.error({ requestId, err }, 'could not send the email about a changed address'),
    )
  })
  platform.log.info({ requestId, userId: actor.userId }, 'email address change requested')
  return { sent: true as const }
})

async function ask({ platform, actor }: ActorContext, from: string, to: string): Promise<void> {
  const taken = await platform.db.system.selectFrom('auth.user').select('id').where('email', '=', to).executeTakeFirst()
  const may =
    (await platform.limits.mail('change', to)) &&
    (await countUnrequested(platform, platform.db.system, to, { needed: true }))
  if (!taken && may) await mailEmailChange(platform, actor.userId, to)
  await mailEmailNotice(platform, actor.userId, from, { asked: to })
}
