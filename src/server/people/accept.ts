import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import { contract } from '../../contract/index.ts'
import type { InvitationInfo } from '../../contract/people.ts'
import {
  addUser,
  demandStrength,
  getAccount,
  hashOf,
  hasSignInMethod,
  listPersonalTexts,
  passSession,
  proveMailbox,
  renameUser,
  replaceSession,
  savePassword,
} from '../account/index.ts'
import { deletePicture } from '../files/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type Context, refuse } from '../platform/http/api.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { mailAccepted } from './mail.ts'
import { leastOf } from './policy.ts'
import { standingOf } from './standing.ts'
import { hashToken } from './token.ts'
import { lockCompanies } from './write.ts'

/**
 * Returns a query for the open invitation of a token. Without one, callers throw INVITATION_GONE, whatever the cause.
 */
const openInvitation = (db: Pick<Db, 'selectFrom'>, token: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('companies as c', 'c.id', 'i.company_id')
    .innerJoin('profiles as p', 'p.id', 'i.invited_by')
    .innerJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['i.id', 'i.company_id', 'i.email', 'i.full_name', 'i.role', 'i.expires_at', 'i.invited_by'])
    .select(['c.name as company', 'c.is_internal', 'p.full_name as inviter', 'p.email as inviter_email'])
    .where('i.token_hash', '=', hashToken(token))
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', sql<string>`now()`)
    // Invitations end when the inviter may no longer invite.
    .where('p.deactivated_at', 'is', null)
    .where(sql<boolean>`(r.role = 'admin' or (r.role = 'owner' and p.company_id = i.company_id))`)
type Open = NonNullable<Awaited<ReturnType<ReturnType<typeof openInvitation>['executeTakeFirst']>>>

/**
 * Locks the open invitation for a change. Locks its company (and the others named) before the row, the order that every
 * change of membership uses. Throws INVITATION_GONE when the invitation is not open.
 */
async function lockOpenInvitation(db: Db, token: string, ...companyIds: string[]): Promise<Open> {
  const openRow = await openInvitation(db, token).executeTakeFirst()
  if (!openRow) throw refuse('INVITATION_GONE')
  await lockCompanies(db, openRow.company_id, ...companyIds)
  const taken = await openInvitation(db, token).forUpdate('i').executeTakeFirst()
  if (!taken) throw refuse('INVITATION_GONE')
  return taken
}

// The token authorizes its holder before a user exists, so these actions bypass the row-level security policies. They
// read only the invitation of the token and the account that has its address.

/** Returns the invitation behind a link, without using it up. Throws INVITATION_GONE when it is not open. */
export async function readInvitation(
  { platform }: Context,
  { token }: { token: string },
): Promise<z.infer<typeof InvitationInfo>> {
  const found = await openInvitation(platform.db.system, token).executeTakeFirst()
  if (!found) throw refuse('INVITATION_GONE')
  const { account } = await standingOf(platform.db.system, found.email, found.company_id)
  return {
    companyName: found.company,
    email: found.email,
    fullName: found.full_name,
    role: found.role as Role,
    inviterName: found.inviter ?? found.company,
    expiresAt: found.expires_at,
    account,
  }
}

/** The action that calls `readInvitation`. */
export const readInvitationAction = action(contract.people.readInvitation, readInvitation)

/** Marks the invitation as accepted by this user, records it, and mails the person who invited. */
async function settle(context: Context, db: Db, i: Open, user: { id: string; name: string }) {
  const role = i.role as Role
  const actor: Actor = {
    kind: i.is_internal ? 'staff' : 'tenant',
    companyId: i.company_id,
    userId: user.id,
    role,
  }
  await db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()`, accepted_by: user.id })
    .where('id', '=', i.id)
    .execute()
  await recordAudit(
    db,
    { ...context, actor },
    {
      companyId: i.company_id,
      action: 'invitation.accept',
      subjectType: 'user',
      subjectId: user.id,
      after: { email: i.email, role, invitationId: i.id, invitedBy: i.invited_by },
    },
  )
  await publish(db, actor, { companyId: i.company_id, topic: 'user', kind: 'joined', subjectId: user.id })
  if (i.inviter_email) {
    const { platform } = context
    const about = { id: i.id, to: i.inviter_email, name: user.name, email: i.email, companyName: i.company, role }
    await queueMail(platform, db, i.company_id, mailAccepted(platform.env.publicUrl, about))
  }
}

/**
 * Accepts an invitation for an account with the invited address, in the caller's transaction. Bypasses the row-level
 * security policies. A user without a company joins, a user of a placeholder company moves, and a user who is already
 * in the company keeps their role. Throws INVITATION_GONE for a token that is not open or is for another address, and
 * for a deactivated user; ADDRESS_ELSEWHERE for a user of another company.
 */
async function acceptFor(
  context: Context,
  db: Db,
  { token, userId, email }: { token: string; userId: string; email: string },
): Promise<{ companyId: string; companyName: string; role: Role }> {
  const before = await db.selectFrom('profiles').select('company_id').where('id', '=', userId).executeTakeFirst()
  const i = await lockOpenInvitation(db, token, ...(before ? [before.company_id] : []))
  if (i.email !== email.trim().toLowerCase()) throw refuse('INVITATION_GONE')
  const account = await getAccount(db, userId)
  const user = await db
    .selectFrom('profiles as p')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.id')
    .select(['p.full_name', 'p.company_id', 'p.deactivated_at', 'c.placeholder', 'c.is_internal', 'r.role'])
    .where('p.id', '=', userId)
    .executeTakeFirst()
  if (!account || user?.deactivated_at) throw refuse('INVITATION_GONE')
  const name = user?.full_name ?? account.name
  const answer = { companyId: i.company_id, companyName: i.company }

  if (user?.company_id === i.company_id) {
    await settle(context, db, i, { id: userId, name })
    return { ...answer, role: (user.role as Role | null) ?? leastOf(i.is_internal) }
  }
  if (!user) {
    await db
      .insertInto('profiles')
      .values({ id: userId, company_id: i.company_id, full_name: name.slice(0, 100) || i.email, email: i.email })
      .execute()
  } else {
    const others = await db
      .selectFrom('profiles')
      .select('id')
      .where('company_id', '=', user.company_id)
      .where('id', '<>', userId)
      .limit(1)
      .executeTakeFirst()
    if (user.is_internal || others || !user.placeholder) throw refuse('ADDRESS_ELSEWHERE')
    await moveUserRows(db, userId, i.company_id)
  }
  await db.insertInto('user_roles').values({ user_id: userId, company_id: i.company_id, role: i.role }).execute()
  await settle(context, db, i, { id: userId, name })
  return { ...answer, role: i.role as Role }
}

/** Moves a user's profile and personal rows to another company. Deletes the role, which may not exist there. */
export async function moveUserRows(db: Db, userId: string, companyId: string): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await db
    .updateTable('profiles')
    .set({ company_id: companyId, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/**
 * Creates the account for an invitation, with name and password, and marks the invitation as accepted, exactly once.
 * Returns the id of the user. An existing account whose address was never verified goes to the holder of the token,
 * without its older sign-in methods. Throws INVITATION_GONE when the invitation is not open, and ACCOUNT_EXISTS when
 * the address has a verified account.
 */
export async function joinAsNew(
  context: Context,
  { token, fullName, passwordHash }: { token: string; fullName: string; passwordHash: string },
): Promise<{ userId: string }> {
  const { db: database, revocations } = context.platform
  const { userId, known } = await database.system.transaction().execute(async (db) => {
    const i = await lockOpenInvitation(db, token)
    const standing = await standingOf(db, i.email, i.company_id)
    if (standing.account !== 'none') throw refuse('ACCOUNT_EXISTS')
    const id = standing.userId ?? uuid()
    if (standing.userId) await claimUnverifiedAccount(db, id, fullName)
    else {
      if (!(await addUser(db, { id, name: fullName, email: i.email }))) throw refuse('ACCOUNT_EXISTS')
    }
    await acceptFor(context, db, { token, userId: id, email: i.email })
    const { first } = await proveMailbox(context, db, id)
    if (!first) throw refuse('ACCOUNT_EXISTS')
    await savePassword(db, id, passwordHash)
    return { userId: id, known: standing.userId !== null }
  })
  if (known) await revocations.add({ userId })
  return { userId }
}

/** Gives an account whose address was never verified the new owner's name, and removes the photo. */
async function claimUnverifiedAccount(db: Db, userId: string, fullName: string): Promise<void> {
  await renameUser(db, userId, fullName)
  await db.updateTable('profiles').set({ full_name: fullName }).where('id', '=', userId).execute()
  await deletePicture(db, userId)
}

/**
 * Accepts an invitation as the signed-in user. Removes all other sessions and sign-in methods: only this session, which
 * is replaced, and the method that opened it stay. If the address was never verified, that method is removed too.
 * Revokes the access token, so the user needs a new one. Throws PASSWORD_NEEDED when no sign-in method is left and no
 * password is given, PASSWORD_WEAK, INVITATION_GONE, and ADDRESS_ELSEWHERE for a user of another company.
 */
export const acceptAsMe = action(contract.people.acceptAsMe, async (context, { token, password }) => {
  const { platform, actor } = context
  const { userId, sessionId } = actor
  const { system } = platform.db
  const me = await getAccount(system, userId)
  if (!me) throw refuse('INVITATION_GONE')
  if (password !== undefined) await demandStrength(platform, password, await listPersonalTexts(system, userId))
  if (!(await openInvitation(system, token).executeTakeFirst())) throw refuse('INVITATION_GONE')
  const hash = password === undefined ? undefined : await hashOf(platform, password, userId)
  const { joined, replaced } = await system.transaction().execute(async (db) => {
    const joined = await acceptFor(context, db, { token, userId, email: me.email })
    await proveMailbox(context, db, userId, { acceptedIn: sessionId })
    // The user is locked now. If the session has ended, it must not set a password.
    const replaced = await replaceSession(db, actor, { confirmed: false })
    if (!replaced) throw refuse('INVITATION_GONE')
    if (hash) await savePassword(db, userId, hash)
    else if (!(await hasSignInMethod(db, userId))) throw refuse('PASSWORD_NEEDED')
    return { joined, replaced }
  })
  await platform.revocations.add({ userId })
  await passSession(context, replaced)
  return joined
})
