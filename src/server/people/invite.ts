import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { Role } from '../../contract/base.ts'
import { HOURLY_MAX, type Invite, OPEN_MAX, type User } from '../../contract/people.ts'
import { requireFresh } from '../account/index.ts'
import { type Actored, refuse } from '../platform/api.ts'
import { record } from '../platform/audit.ts'
import type { Db } from '../platform/db.ts'
import { queueMail } from '../platform/mail-queue.ts'
import { createOnce } from '../platform/once.ts'
import { publish } from '../platform/publish.ts'
import { invitation } from './mail.ts'
import { rolesAt } from './policy.ts'
import { standingOf } from './standing.ts'
import { newToken } from './token.ts'
import { lockCompanies, read } from './write.ts'

/**
 * Invites an address into a company, in the caller's transaction: the mail goes when that commits. The caller has checked
 * that the actor may invite there. Refuses with words beside the field what cannot be; an address that belongs to another
 * company is invited like any other, for nobody here may learn that it does.
 */
export async function inviteTo(
  context: Actored,
  db: Db,
  input: { companyId: string; email: string; role: Role; fullName?: string | undefined },
): Promise<{ id: string }> {
  const { platform, actor } = context
  const { companyId, role } = input
  const email = input.email.trim().toLowerCase()
  // For a partner another company's id is as good as none: the fence keeps that company away.
  const company = await db
    .selectFrom('companies')
    .select(['name', 'is_internal'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw refuse('UNPROCESSABLE', { fields: { companyId: ['There is no such company.'] } })
  if (!rolesAt(company.is_internal).includes(role)) {
    const words = company.is_internal
      ? 'People of the provider are engineers or administrators.'
      : 'Users of a partner are members or owners.'
    throw refuse('UNPROCESSABLE', { fields: { role: [words] } })
  }
  // The inviter too: the limit of an hour counts over all companies.
  await lockCompanies(db, companyId, actor.userId)
  const standing = await standingOf(platform.db.system, email, companyId)
  if (standing.account === 'here') {
    const words = standing.deactivated
      ? 'This address belongs to a deactivated user. Reactivate the user instead.'
      : 'Somebody with this address is in the company already.'
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
      fields: { email: ['This address is invited already. Send that invitation again.'] },
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

  // Inviting, revoking and inviting again must not fill a stranger's mailbox.
  if (!(await platform.limits.mail('invitation', email))) throw refuse('TOO_MANY_INVITATIONS', { retryAfter: 3600 })

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
    invitation(platform.env.publicUrl, {
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
  await record(db, context, {
    companyId,
    action: 'invitation.send',
    subjectType: 'invitation',
    subjectId: id,
    after: { email, role },
  })
  await publish(db, actor, { companyId, topic: 'user', kind: 'invited', subjectId: id })
  return { id }
}

/** Invites an address: an owner into the own company, an administrator into any. A head of a company only after a recent proof: CONFIRM_IDENTITY. */
export function invite(context: Actored, input: z.infer<typeof Invite>): Promise<z.infer<typeof User>> {
  const { actor } = context
  return createOnce(context, input, async (db) => {
    if (input.role === 'admin' || input.role === 'owner') await requireFresh(context)
    const { id } = await inviteTo(context, db, { ...input, companyId: input.companyId ?? actor.companyId })
    return read(db, actor, id)
  })
}
