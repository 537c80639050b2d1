import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import type { Context } from '../../platform/http/api.ts'
import { mailPasswordLink } from '../mail.ts'
import { sameOrigin } from '../sessions/cookies.ts'

/**
 * Mails a link to choose a new password if the account exists. Known and unknown addresses get the same response in the
 * same time, because the mail is created after the response.
 */
export const requestRecovery = action(contract.account.recover, async (context, { email }) => {
  const { platform, address, requestId } = context
  sameOrigin(context)
  await platform.limits.form('recovery', address)
  const to = email.toLowerCase()
  setImmediate(() => {
    link(context, to).catch((err) => platform.log.error({ requestId, err }, 'could not send a password reset email'))
  })
  return { sent: true as const }
})

async function link({ platform, address, requestId }: Context, email: string): Promise<void> {
  const user = await platform.db.system
    .selectFrom('auth.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  platform.log.info({ requestId, address, userId: user?.id }, 'password reset requested')
  // Count unknown addresses too, so that a later rejection does not reveal whether the account exists.
  const may = await platform.limits.mail('recovery', email, address)
  if (user && may) await mailPasswordLink(platform, user.id)
}
