import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import type { InvitationInfo } from '../../contract/people.ts'
import { type Actored, type Context, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { publish } from '../platform/publish.ts'
import { accepted } from './mail.ts'
import { leastOf } from './policy.ts'
import { standingOf } from './standing.ts'
import { hashToken } from './token.ts'
import { lockCompanies, takeBackAccess } from './write.ts'

/** The open invitation of a token. Every way in which there is none is refused alike: INVITATION_GONE. */
const open = (db: Pick<Db, 'selectFrom'>, token: string) =>
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
    // Whoever may not invite any more has no invitations out either.
    .where('p.deactivated_at', 'is', null)
    .where(sql<boolean>`(r.role = 'admin' or (r.role = 'owner' and p.company_id = i.company_id))`)
type Open = NonNullable<Awaited<ReturnType<ReturnType<typeof open>['executeTakeFirst']>>>

/**
 * The open invitation, taken for a change: first its company (and the others named), then the row, in the order that
 * every change of who belongs where keeps to.
 */
async function take(db: Db, token: string, ...companyIds: string[]): Promise<Open> {
  const seen = await open(db, token).executeTakeFirst()
  if (!seen) throw refuse('INVITATION_GONE')
  await lockCompanies(db, seen.company_id, ...companyIds)
  const taken = await open(db, token).forUpdate('i').executeTakeFirst()
  if (!taken) throw refuse('INVITATION_GONE')
  return taken
}

// The token is what lets its holder in, before there is a user whose rows a fence could let through: these verbs look
// past the fences, at the invitation that the token names and at the one account that has its address.

/** What the link of an invitation leads to. Uses nothing up. */
export async function readInvitation(
  { platform }: Context,
  { token }: { token: string },
): Promise<z.infer<typeof InvitationInfo>> {
  const found = await open(platform.db.system, token).executeTakeFirst()
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

/** Uses the invitation up for this user: what is written about it, and the mail to the one who invited. */
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
  await record(
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
    await queueMail(platform, db, i.company_id, accepted(platform.env.publicUrl, about))
  }
}

/**
 * Accepts an invitation for a user whose address was proved, in the caller's transaction past the fences: a user without
 * a company joins, one whose company is only a placeholder moves, one who is in the company already stays as before.
 * INVITATION_GONE for a token that is not open or is for another address, and for a deactivated user; ADDRESS_ELSEWHERE
 * for somebody of another company.
 */
async function acceptFor(
  context: Context,
  db: Db,
  { token, userId, email }: { token: string; userId: string; email: string },
): Promise<{ companyId: string; companyName: string; role: Role; moved: boolean }> {
  const before = await db.selectFrom('profiles').select('company_id').where('id', '=', userId).executeTakeFirst()
  const i = await take(db, token, ...(before ? [before.company_id] : []))
  if (i.email !== email.trim().toLowerCase()) throw refuse('INVITATION_GONE')
  const user = await db
    .selectFrom('auth.user as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('companies as c', 'c.id', 'p.company_id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.name', 'p.full_name', 'p.company_id', 'p.deactivated_at', 'c.placeholder', 'c.is_internal', 'r.role'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!user || user.deactivated_at) throw refuse('INVITATION_GONE')
  const name = user.full_name ?? user.name
  const answer = { companyId: i.company_id, companyName: i.company }

  if (user.company_id === i.company_id) {
    await settle(context, db, i, { id: userId, name })
    return { ...answer, role: (user.role as Role | null) ?? leastOf(i.is_internal), moved: false }
  }
  if (user.company_id === null) {
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
    await moveRows(db, userId, i.company_id)
    await takeBackAccess(db, userId, false)
  }
  await db.insertInto('user_roles').values({ user_id: userId, company_id: i.company_id, role: i.role }).execute()
  await settle(context, db, i, { id: userId, name })
  return { ...answer, role: i.role as Role, moved: user.company_id !== null }
}

/** Takes a person and what belongs to the person alone to another company. The role stays behind: it may not fit there. */
export async function moveRows(db: Db, userId: string, companyId: string): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await db
    .updateTable('profiles')
    .set({ company_id: companyId, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
  await db.updateTable('pictures').set({ company_id: companyId }).where('id', '=', userId).execute()
}

/** Makes the account that an invitation is for, with name and password, and uses the invitation up: exactly once. */
export async function joinAsNew(
  context: Context,
  { token, fullName, passwordHash }: { token: string; fullName: string; passwordHash: string },
): Promise<{ userId: string }> {
  return context.platform.db.system.transaction().execute(async (db) => {
    const i = await take(db, token)
    const standing = await standingOf(db, i.email, i.company_id)
    if (standing.account !== 'none') throw refuse('ACCOUNT_EXISTS')
    // Somebody typed this address and never showed that it is theirs. The one who holds the token has shown it.
    if (standing.userId) await db.deleteFrom('auth.user').where('id', '=', standing.userId).execute()
    const id = uuid()
    const made = await db
      .insertInto('auth.user')
      .values({ id, name: fullName, email: i.email, emailVerified: true })
      .onConflict((c) => c.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refuse('ACCOUNT_EXISTS')
    await db
      .insertInto('auth.account')
      .values({
        accountId: id,
        providerId: 'credential',
        userId: id,
        password: passwordHash,
        updatedAt: new Date().toISOString(),
      })
      .execute()
    await acceptFor(context, db, { token, userId: id, email: i.email })
    return { userId: id }
  })
}

/** Accepts an invitation as the signed-in user. A user who moved needs a new access token: the old one is taken back. */
export async function acceptAsMe(
  context: Actored,
  { token }: { token: string },
): Promise<{ companyId: string; companyName: string; role: Role }> {
  const { platform, actor } = context
  const { moved, ...answer } = await platform.db.system.transaction().execute(async (db) => {
    const { email } = await db
      .selectFrom('auth.user')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    return acceptFor(context, db, { token, userId: actor.userId, email })
  })
  if (moved) await platform.revocations.add({ userId: actor.userId })
  return answer
}
