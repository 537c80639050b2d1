import { sql } from 'kysely'
import { brand } from '../../../brand.config.ts'
import { INVITATIONS_A_DAY } from '../../contract/mail-limits.ts'
import type { Db } from '../platform/database/db.ts'
import { type Actored, refuse } from '../platform/http/api.ts'

/**
 * Throws UNPROCESSABLE at `email` when a company that is not approved has reached its daily limit of invitation mails.
 * Staff are not limited. The caller must have locked the company, so that parallel requests count each other.
 */
export async function demandRoom({ actor }: Pick<Actored, 'actor'>, db: Db, companyId: string): Promise<void> {
  if (actor.kind === 'staff') return
  const { rows } = await sql<{ sent: number | null }>`
    select case when company_mail_trust(${companyId}::uuid) is null then
      (select coalesce(sum(case when created_at > now() - interval '1 day' then sent_count else 1 end), 0)::int
        from invitations where company_id = ${companyId}::uuid and last_sent_at > now() - interval '1 day') end as sent`.execute(
    db,
  )
  if ((rows[0]?.sent ?? 0) < INVITATIONS_A_DAY) return
  throw refuse('UNPROCESSABLE', {
    fields: {
      email: [
        `Your company can send ${INVITATIONS_A_DAY} invitations per day until we approve it. Try again tomorrow, or email ${brand.supportEmail}.`,
      ],
    },
  })
}
