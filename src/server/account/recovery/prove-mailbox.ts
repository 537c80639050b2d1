import { sql } from 'kysely'
import { type Db, systemOf } from '../../platform/database/db.ts'
import { recordAudit } from '../../platform/events/audit.ts'
import type { Context } from '../../platform/http/api.ts'
import { saveFactorState } from '../factors/two-factor.ts'
import { lockUser } from '../lock.ts'
import { mailMethodsRemoved, type RemovedMethods } from '../mail.ts'
import { recordAct } from '../record-act.ts'
import { deleteSessions, type Ended } from '../sessions/end-sessions.ts'
import { revokeTokens } from './one-time.ts'

/** The items to keep because they belong to the flow in which the mailbox is verified. */
type Keep = {
  sessionId?: string | undefined
  password?: boolean
  passkeyId?: string | undefined
  googleId?: string | undefined
  authenticatorApp?: boolean
}
type By = Pick<Context, 'platform' | 'requestId'> & { address?: string }

/**
 * Removes everything that opens an account: passkeys, the authenticator app with its recovery codes, the Google link,
 * the password, API keys that the user created, sessions and one-time tokens. Keys for reporting runs that staff
 * created for a partner stay if they were created after the mailbox was verified. If it was never verified, also
 * revokes the invitations that were sent from the account. Writes the server log and the audit log, and mails the user.
 * `db` is the caller's transaction and must bypass the row-level security policies. Returns what was removed and
 * the ended sessions. After the commit the caller must revoke access with `platform.revocations` or `revokeAccess`.
 */
export async function removeSignInMethods(
  { platform, requestId, address }: By,
  db: Db,
  userId: string,
  keep: Keep = {},
): Promise<{ removed: RemovedMethods; ended: Ended }> {
  await lockUser(db, userId)
  const { mailboxProvenAt } = await db
    .selectFrom('auth.user')
    .select('mailboxProvenAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const passkeys = await db
    .deleteFrom('auth.passkeys')
    .where('user_id', '=', userId)
    .$if(keep.passkeyId !== undefined, (q) => q.where('id', '<>', keep.passkeyId as string))
    .returning('friendly_name as name')
    .execute()
  const apps = keep.authenticatorApp
    ? []
    : await db.deleteFrom('auth.factors').where('user_id', '=', userId).returning('status').execute()
  const authenticatorApp = apps.some((a) => a.status === 'verified')
  if (authenticatorApp) await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await saveFactorState(db, userId)
  const accounts = await db
    .deleteFrom('auth.account')
    .where('userId', '=', userId)
    .$if(keep.password === true, (q) => q.where('providerId', '<>', 'credential'))
    .$if(keep.googleId !== undefined, (q) => q.where('id', '<>', keep.googleId as string))
    .returning('providerId')
    .execute()
  const { rows: apiKeys } = await sql<{ id: string; company_id: string; name: string }>`
    select * from revoke_keys_made_by(${userId}::uuid, ${mailboxProvenAt})`.execute(db)
  const { rows: invitations } =
    mailboxProvenAt === null
      ? await sql<{ email: string }>`select revoke_invitations_of(${userId}::uuid) as email`.execute(db)
      : { rows: [] }
  const ended = await deleteSessions(db, { userId, except: keep.sessionId })
  await revokeTokens(db, userId)
  await sql`select take_back_access(${userId}::uuid, false)`.execute(db)

  const removed: RemovedMethods = {
    password: accounts.some((a) => a.providerId === 'credential'),
    authenticatorApp,
    google: accounts.some((a) => a.providerId === 'google'),
    passkeys: passkeys.map((p) => p.name),
    apiKeys: apiKeys.map((k) => k.name),
    invitations: invitations.map((i) => i.email),
    sessions: ended.sessions.filter((s) => s.userId === userId && s.viewer_id === null).length,
  }
  if (!removesAny(removed)) return { removed, ended }
  await recordAct(db, { requestId, address: address ?? '' }, userId, 'user.ways-in-removed', {
    before: removed,
    reason: 'The email address of the account was verified.',
  })
  // Their owners see in their audit log why an integration stopped.
  for (const { id, company_id, name } of apiKeys)
    await recordAudit(
      db,
      { actor: systemOf(company_id) },
      {
        companyId: company_id,
        action: 'api_key.revoke',
        subjectType: 'api_key',
        subjectId: id,
        before: { name },
        reason: 'The email address of the account that created the key was verified.',
      },
    )
  await mailMethodsRemoved(platform, db, userId, removed)
  platform.log.warn({ requestId, address, userId, removed }, 'previous sign-in methods of the account removed')
  return { removed, ended }
}

const removesAny = (removed: RemovedMethods): boolean =>
  Object.values(removed).some((one) => (Array.isArray(one) ? one.length > 0 : Boolean(one)))

/**
 * Records that the user has access to the mailbox of the account. The first time, removes all sign-in methods, API keys
 * and sessions except `keep`, because an attacker could have added them; with `keepAll`, removes nothing. Later calls
 * remove nothing, unless an invitation is accepted in the session `acceptedIn`: then only this session and the sign-in
 * methods that were used for it stay. Returns whether it was the first time, and the ended sessions.
 */
export async function proveMailbox(
  by: By,
  db: Db,
  userId: string,
  { keep = {}, keepAll = false, acceptedIn }: { keep?: Keep; keepAll?: boolean | undefined; acceptedIn?: string } = {},
): Promise<{ first: boolean; ended: Ended }> {
  await lockUser(db, userId)
  const { mailboxProvenAt } = await db
    .selectFrom('auth.user')
    .select('mailboxProvenAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const first = mailboxProvenAt === null
  let ended: Ended = { sessions: [] }
  if (acceptedIn !== undefined)
    ({ ended } = await removeSignInMethods(
      by,
      db,
      userId,
      // If the account was never verified, an attacker may have set the password, passkey or Google link that was used.
      first ? { sessionId: acceptedIn } : await openedWith(db, userId, acceptedIn),
    ))
  else if (first && !keepAll) ({ ended } = await removeSignInMethods(by, db, userId, keep))
  await db
    .updateTable('auth.user')
    .set({ emailVerified: true, mailboxProvenAt: sql<string>`coalesce("mailboxProvenAt", now())` })
    .where('id', '=', userId)
    .execute()
  return { first, ended }
}

/** Returns what `removeSignInMethods` keeps: a session and the sign-in methods that were used for it. */
async function openedWith(db: Db, userId: string, sessionId: string): Promise<Keep> {
  const session = await db
    .selectFrom('auth.session')
    .select(['way', 'passkey_id', 'two_factor'])
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!session) return { sessionId }
  const google =
    session.way === 'google'
      ? await db
          .selectFrom('auth.account')
          .select('id')
          .where('userId', '=', userId)
          .where('providerId', '=', 'google')
          .executeTakeFirst()
      : undefined
  return {
    sessionId,
    // A session that began with a link belongs to the person who chose the password at that moment.
    password: session.way === 'password' || session.way === 'link',
    passkeyId: session.passkey_id ?? undefined,
    googleId: google?.id,
    // While an authenticator app is set up, each session begins with a code of it or was the one that set it up.
    authenticatorApp: session.two_factor === 'done',
  }
}
