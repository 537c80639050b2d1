import { contract } from '../../../contract/index.ts'
import { action } from '../../platform/http/action.ts'
import { refuse } from '../../platform/http/api.ts'
import { demandStrength, hashOf, listPersonalTexts, savePassword } from '../credentials.ts'
import { isTwoFactorRequired, saveFactorState } from '../factors/two-factor.ts'
import { lockUser } from '../lock.ts'
import { mailPasswordChanged } from '../mail.ts'
import { createCompanyForUser } from '../new-user.ts'
import { recordAct } from '../record-act.ts'
import { sameOrigin, setSealedCookie } from '../sessions/cookies.ts'
import { deleteSessions, revokeAccess } from '../sessions/end-sessions.ts'
import { peekToken, revokeTokens, spendToken } from './one-time.ts'
import { proveMailbox } from './prove-mailbox.ts'
import { isOwn, RECOVERY_COOKIE, recoveryState } from './recovery.ts'

/**
 * Sets a password with the one-time token of a mail and ends all sessions of the user, who then has to sign in. If an
 * authenticator app is set up, a code must have been entered in this browser (CODE_NEEDED). Every passkey and Google
 * link must be in either `keep` or `remove` (CHOICE_NEEDED). The last second factor cannot be removed while the company
 * requires one (FACTOR_REQUIRED). If the mailbox is verified for the first time, everything older is removed instead.
 * Throws TOKEN_INVALID when the link was used or has expired, and PASSWORD_WEAK, after which the link stays valid.
 */
export const setPassword = action(contract.account.setPassword, async (context, input) => {
  const { token, password, keep = [], remove = [] } = input
  const { platform, requestId } = context
  const { system } = platform.db
  sameOrigin(context)
  const known = await peekToken(system, 'password', token)
  if (!known?.userId) throw refuse('TOKEN_INVALID')
  const userId = known.userId
  const state = await recoveryState(context, system, userId, known)
  if (state.codeNeeded) throw refuse('CODE_NEEDED')
  await demandStrength(platform, password, await listPersonalTexts(system, userId))
  const hash = await hashOf(platform, password, userId)
  const ended = await system.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const spent = await spendToken(db, 'password', token)
    if (!spent) throw refuse('TOKEN_INVALID')
    // Check again under the lock. An error rolls back, so the link stays valid.
    const { codeNeeded, waysIn } = await recoveryState(context, db, userId, spent)
    if (codeNeeded) throw refuse('CODE_NEEDED')
    if (waysIn.some(({ id }) => keep.includes(id) === remove.includes(id))) throw refuse('CHOICE_NEEDED')
    const removed = waysIn.filter(({ id }) => remove.includes(id))
    for (const { id, kind } of removed) {
      if (kind === 'passkey') await db.deleteFrom('auth.passkeys').where('id', '=', id).execute()
      else await db.deleteFrom('auth.account').where('id', '=', id).execute()
    }
    await proveMailbox(context, db, userId, { keepAll: await isOwn(db, userId) })
    // Cancel everything pending: a sign-in that waits for its code, a change of address.
    await revokeTokens(db, userId)
    await savePassword(db, userId, hash)
    const user = await db
      .selectFrom('auth.user')
      .select(['id', 'email', 'name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await createCompanyForUser(db, user)
    const factorLeft = await saveFactorState(db, userId)
    // Access to the mailbox alone must not remove a required second factor.
    if (!factorLeft && removed.some(({ kind }) => kind === 'passkey')) {
      const { company_id } = await db
        .selectFrom('profiles')
        .select('company_id')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      if (await isTwoFactorRequired(platform, db, company_id)) throw refuse('FACTOR_REQUIRED')
    }
    const nameOf = (w: (typeof waysIn)[number]) => (w.kind === 'passkey' ? `passkey “${w.name}”` : w.name)
    const kept = waysIn.filter(({ id }) => keep.includes(id)).map(nameOf)
    const after = { kept, removed: removed.map(nameOf) }
    await recordAct(db, context, userId, 'user.password-reset', { after })
    await mailPasswordChanged(platform, db, userId, after)
    return deleteSessions(db, { userId })
  })
  setSealedCookie(context, RECOVERY_COOKIE, '', 0)
  await revokeAccess(platform, ended)
  platform.log.info({ requestId, userId }, 'password set')
  return { changed: true as const }
})
