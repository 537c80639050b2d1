import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Role } from '../../contract/base.ts'
import { contract } from '../../contract/index.ts'
import { HOURLY_MAX, OPEN_MAX } from '../../contract/people.ts'
import { requireFresh } from '../account/index.ts'
import type { Db } from '../platform/database/db.ts'
import { createOnce } from '../platform/database/once.ts'
import { recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { action } from '../platform/http/action.ts'
import { type ActorContext, refuse } from '../platform/http/api.ts'
import { queueMail } from '../platform/mail/mail-queue.ts'
import { demandName } from '../platform/sign-in/names.ts'
import { countInvitation } from './invitation-limit.ts'
import { mailInvitation } from './mail.ts'
import { rolesAt } from './policy.ts'
import { standingOf } from './standing.ts'
import { newToken } from './token.ts'
import { lockCompanies, readUser } from './write.ts'

/**
 * Invites an address to a company, in the caller's transaction, and returns the id of the invitation. The mail is sent
 * when the transaction commits. The caller has checked that the actor may invite there. An address that belongs to
 * another company is invited like any other, so that the inviter does not learn about it. Throws UNPROCESSABLE at the
 * field that is not valid, TOO_MANY_OPEN, and TOO_MANY_INVITATIONS.
 */
export async function inviteTo(
  context: ActorContext,
  db: Db,
  input: { companyId: string; email: string; role: Role; fullName?: string | undefined },
): Promise<{ id: string }> {
  const { platform, actor } = context
  const { companyId, role } = input
  const email = input.email.trim().toLowerCase()
  // Row-level security hides other companies from partners, so their ids are rejected here.
  const company = await db
    .selectFrom('companies')
    .select(['name', 'is_internal'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company)
    throw refuse('UNPROCESSABLE', { fields: { companyId: ['This company doesn’t exist. Choose another one.'] } })
  if (!rolesAt(company.is_internal).includes(role)) {
    const words = company.is_internal
      ? 'Choose engineer or administrator for a user of the provider.'
      : 'Choose member or owner for a user of a partner.'
    throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
  }
  if (input.fullName && !company.is_internal) demandName(input.fullName, 'fullName')
  // Lock the inviter too, because the hourly limit counts invitations to all companies.
  await lockCompanies(db, companyId, actor.userId)
  const standing = await standingOf(platform.db.system, email, companyId)
  if (standing.account === 'here') {
    const words = standing.deactivated
      ? 'This address belongs to a deactivated user. Reactivate the user instead.'
      : 'A user with this address already belongs to the company.'
    throw refuse('UNPROCESSABLE', { fields: { email: [words] } })
  }
  const before = await db
    .selectFrom('invitations')
    .select(['id', sql<boolean>`expires_at < now()`.as('expired')])
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (before && !before.expired) {
    throw refuse('UNPROCESSABLE', {
      fields: { email: ['This address has already been invited. Resend that invitation.'] },
    })
  }
  if (before) await db.updateTable('invitations').set({ revoked_at: sql`now()` }).where('id', '=', before.id).execute()

  const counts = await db
    .selectNoFrom((e) => [
      e
        .selectFrom('invitations')
        .select((i) => i.fn.countAll<number>().as('n'))
        .where('company_id', '=', companyId)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .as('open'),
      e
        .selectFrom('invitations')
        .select((i) => i.fn.countAll<number>().as('n'))
        .where('invited_by', '=', actor.userId)
        .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
        .as('lately'),
      sql<number>`(select extract(epoch from min(created_at) + interval '1 hour' - now()) from invitations
        where invited_by = ${actor.userId} and created_at > now() - interval '1 hour')`.as('free_in'),
    ])
    .executeTakeFirstOrThrow()
  if (Number(counts.open) >= OPEN_MAX) throw refuse('TOO_MANY_OPEN')
  if (Number(counts.lately) >= HOURLY_MAX)
    throw refuse('TOO_MANY_INVITATIONS', { retryAfter: Math.ceil(Number(counts.free_in)) })

  await countInvitation(context, db, companyId, email)

  const id = uuid()
  const { token, tokenHash } = newToken()
  const fullName = input.fullName?.trim() || null
  await db
    .insertInto('invitations')
    .values({
      company_id: companyId,
      id,
      email,
      full_name: fullName,
      role,
      token_hash: tokenHash,
      invited_by: actor.userId,
    })
    .execute()
  const inviter = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  await queueMail(
    platform,
    db,
    companyId,
    mailInvitation(platform.env.publicUrl, {
      id,
      email,
      fullName,
      role,
      token,
      sentCount: 1,
      companyName: company.name,
      inviterName: inviter.full_name,
      elsewhere: standing.account === 'elsewhere',
    }),
  )
  await recordAudit(db, context, {
    companyId,
    action: 'invitation.send',
    subjectType: 'invitation',
    subjectId: id,
    after: { email, role },
  })
  await publish(db, actor, { companyId, topic: 'user', kind: 'invited', subjectId: id })
  return { id }
}

/**
 * Invites an address. Owners invite to their own company, administrators to any. Throws CONFIRM_IDENTITY when inviting
 * an owner or administrator without a recent confirmation of identity, and what `inviteTo` throws.
 */
export const inviteUser = action(contract.people.invite, (context, input) => {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    if (input.role === 'admin' || input.role === 'owner') await requireFresh(context)
    const { id } = await inviteTo(context, db, { ...input, companyId: input.companyId ?? actor.companyId })
    return readUser(db, actor, id)
  })
})
