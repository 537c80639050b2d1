import { v7 as uuid } from 'uuid'
import type { Context } from '../platform/api.ts'
import { sameOrigin } from './cookies.ts'
import { demandStrength, hashOf, keepPassword } from './credentials.ts'
import { mailHasAccount, mailVerification } from './mail.ts'

/**
 * Makes an account that counts once its address is verified. A known address answers the same after the same work; its
 * owner gets a mail instead. Signing up again before verifying replaces name and password. PASSWORD_WEAK.
 */
export async function signUp(
  context: Context,
  { email: typed, password, fullName }: { email: string; password: string; fullName: string },
): Promise<{ created: true }> {
  const { platform, address, requestId } = context
  sameOrigin(context)
  await platform.limits.form(address)
  const email = typed.toLowerCase()
  await demandStrength(platform, password, [email, fullName])
  const hash = await hashOf(platform, password)
  const user = await platform.db.system.transaction().execute(async (db) => {
    const known = await db
      .selectFrom('auth.user')
      .select(['id', 'emailVerified'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (known?.emailVerified) return { id: known.id, email, known: true }
    if (known) {
      await db.updateTable('auth.user').set({ name: fullName }).where('id', '=', known.id).execute()
      await keepPassword(db, known.id, hash)
      return { id: known.id, email, known: false }
    }
    const made = await db
      .insertInto('auth.user')
      .values({ id: uuid(), name: fullName, email, emailVerified: false })
      .onConflict((c) => c.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody was faster by a moment: that one gets the mail.
    if (!made) return undefined
    await keepPassword(db, made.id, hash)
    return { id: made.id, email, known: false }
  })
  if (user && (await platform.limits.mail(email))) {
    if (user.known) await mailHasAccount(platform, user.id)
    else await mailVerification(platform, user)
  }
  platform.log.info({ requestId, address }, 'signed up')
  return { created: true }
}
