import type { Context } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'
import { mailPasswordLink } from './mail.ts'

/**
 * Mails a link to choose a new password, if there is such an account. Known and unknown addresses answer alike, in the
 * same time: the mail is made after the answer.
 */
export async function recover(context: Context, { email }: { email: string }): Promise<{ sent: true }> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  await platform.limits.form(address)
  const to = email.toLowerCase()
  setImmediate(() => {
    link(context, to).catch((err) => platform.log.error({ requestId, err }, 'recovery mail failed'))
  })
  return { sent: true }
}

async function link({ platform, address, requestId }: Context, email: string): Promise<void> {
  const user = await platform.db.system
    .selectFrom('auth.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  platform.log.info({ requestId, address, userId: user?.id }, 'recovery asked for')
  // Counted for unknown addresses too: what is refused later must not tell.
  const may = await platform.limits.mail('recovery', email)
  if (user && may) await mailPasswordLink(platform, user.id)
}
