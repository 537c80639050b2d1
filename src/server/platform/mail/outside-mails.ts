// Limits of mail to people without an account, for the modules that send it on a company's word.
import { sql } from 'kysely'
import { brand } from '../../../../brand.config.ts'
import { OUTSIDE_MAILS_A_DAY } from '../../../contract/mail-limits.ts'
import type { Actor, Db } from '../database/db.ts'

/** Says the daily limit of a company that is not approved, next to the field with the addresses. */
export const DAILY_LIMIT = `Until we approve your company, its users together can send at most ${OUTSIDE_MAILS_A_DAY} emails per day to people without an account. Invitations count too. Try again tomorrow, or email ${brand.supportEmail} to have your company approved.`

/** Returns the id to count a partner's mails by; null for staff, who have no limit of their own. */
export const senderOf = ({ kind, userId }: Actor): string | null => (kind === 'tenant' ? userId : null)

/**
 * Records an invitation mail of a partner before it is queued. Returns the limit that it would exceed, and then records
 * nothing (`record_outside_mails` in the database).
 */
export async function recordInvitation(
  db: Db,
  actor: Actor,
  companyId: string,
  email: string,
): Promise<'daily' | 'recipient' | undefined> {
  const { rows } = await sql<{ limit: 'daily' | 'recipient' | null }>`
    select record_outside_mails(${companyId}::uuid, ${senderOf(actor)}::uuid, array[${email}]::text[], 'invitation',
      ${OUTSIDE_MAILS_A_DAY}::int, null::int) as limit`.execute(db)
  return rows[0]?.limit ?? undefined
}
