import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Context } from '../../platform/http/api.ts'
import { saveFactorState } from '../factors/two-factor.ts'
import { lockUser } from '../lock.ts'
import { mailWaysInRemoved } from '../mail.ts'
import { recordAct } from '../record-act.ts'
import { revokeTokens } from './one-time.ts'

/** The sign-in methods that were removed from an account, with the names of items that have one. */
export type WaysIn = {
  password: boolean
  authenticatorApp: boolean
  google: boolean
  passkeys: string[]
  apiKeys: string[]
  sessions: number
}
/** The items to keep because they belong to the flow in which the mailbox is verified. */
type Keep = { sessionId?: string; googleId?: string; authenticatorApp?: boolean }
type By = Pick<Context, 'platform' | 'requestId'> & { address?: string }

/**
 * Removes everything that opens an account: passkeys, the authenticator app with its recovery codes, the Google link,
 * the password, API keys that the user created, sessions and one-time tokens. With `before`, removes only what is older
 * than that time; one-time tokens and all sessions except the kept one are removed in any case. Writes the server log
 * and the audit log, and mails the user. `db` is the caller's transaction and must bypass the row-level security
 * policies. After the commit the caller must add the revocation to `platform.revocations` of this process.
 */
export async function removeWaysIn(
  { platform, requestId, address }: By,
  db: Db,
  userId: string,
  { keep = {}, before }: { keep?: Keep; before?: string } = {},
): Promise<WaysIn> {
  await lockUser(db, userId)
  const until = before ?? sql<string>`'infinity'::timestamptz`
  const passkeys = await db
    .deleteFrom('auth.passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '<', until)
    .returning('friendly_name as name')
    .execute()
  const apps = keep.authenticatorApp
    ? []
    : await db
        .deleteFrom('auth.factors')
        .where('user_id', '=', userId)
        .where('created_at', '<', until)
        .returning('status')
        .execute()
  const authenticatorApp = apps.some((a) => a.status === 'verified')
  if (authenticatorApp) await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await saveFactorState(db, userId)
  const accounts = await db
    .deleteFrom('auth.account')
    .where('userId', '=', userId)
    .where((e) =>
      e.or([
        // The age of a password counts from its last change.
        e.and([e('providerId', '=', 'credential'), e('updatedAt', '<', until)]),
        e.and([e('providerId', '<>', 'credential'), e('createdAt', '<', until)]),
      ]),
    )
    .$if(keep.googleId !== undefined, (q) => q.where('id', '<>', keep.googleId as string))
    .returning('providerId')
    .execute()
  const { rows: apiKeys } = await sql<{ name: string }>`
    select revoke_keys_of(${userId}::uuid, ${until}) as name`.execute(db)
  const sessions = await db
    .deleteFrom('auth.session')
    .where('userId', '=', userId)
    .$if(keep.sessionId !== undefined, (q) => q.where('id', '<>', keep.sessionId as string))
    .returning('viewer_id')
    .execute()
  await revokeTokens(db, userId)
  await sql`select take_back_access(${userId}::uuid, false)`.execute(db)

  const removed: WaysIn = {
    password: accounts.some((a) => a.providerId === 'credential'),
    authenticatorApp,
    google: accounts.some((a) => a.providerId === 'google'),
    passkeys: passkeys.map((p) => p.name),
    apiKeys: apiKeys.map((k) => k.name),
    sessions: sessions.filter((s) => s.viewer_id === null).length,
  }
  if (!removesAny(removed)) return removed
  await recordAct(db, { requestId, address: address ?? '' }, userId, 'user.ways-in-removed', {
    before: removed,
    reason: 'The email address of the account was verified.',
  })
  await mailWaysInRemoved(platform, db, userId, removed)
  platform.log.warn({ requestId, address, userId, removed }, 'previous sign-in methods of the account removed')
  return removed
}

const removesAny = ({ passkeys, apiKeys, ...one }: WaysIn): boolean =>
  passkeys.length > 0 || apiKeys.length > 0 || Object.values(one).some(Boolean)

/**
 * Records that the user has access to the mailbox of the account. The first time, removes all existing sign-in methods,
 * because an attacker could have added them. Later calls remove nothing, or with `before` what is older than that time.
 */
export async function proveMailbox(
  by: By,
  db: Db,
  userId: string,
  { keep = {}, before }: { keep?: Keep; before?: string } = {},
): Promise<{ first: boolean; removed: WaysIn | undefined }> {
  await lockUser(db, userId)
  const { mailboxProvenAt } = await db
    .selectFrom('auth.user')
    .select('mailboxProvenAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const first = mailboxProvenAt === null
  const removed =
    first || before !== undefined
      ? await removeWaysIn(by, db, userId, { keep, ...(first || before === undefined ? {} : { before }) })
      : undefined
  await db
    .updateTable('auth.user')
    .set({ emailVerified: true, mailboxProvenAt: sql<string>`coalesce("mailboxProvenAt", now())` })
    .where('id', '=', userId)
    .execute()
  return { first, removed }
}
