import { sql } from 'kysely'
import { brand } from '../../../../brand.config.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * Issues a draft: sets its number, its dates, and the current details of both parties. Other invoices wait for their
 * number until this transaction ends. Returns the number. `on` is the issue date, for tests; null means today. Throws
 * an Error when the invoice is not a draft.
 */
export async function issueInvoice(
  db: Db,
  companyId: string,
  invoiceId: string,
  paymentDays: number,
  on: string | null = null,
): Promise<string> {
  const { rows } = await sql<{ number: string | null }>`
    select issue_invoice(c.id, ${invoiceId}::uuid, coalesce(${on}::date, hours_day(now())), coalesce(${on}::date, hours_day(now())) + ${paymentDays}::int,
      jsonb_build_object('name', c.name, 'address', c.address, 'phone', c.phone, 'email', (
        select p.email from profiles p join user_roles r on r.user_id = p.id
        where p.company_id = c.id and r.role = 'owner' and p.deactivated_at is null order by p.created_at, p.id limit 1)),
      jsonb_build_object('name', ${brand.shortName}::text) || coalesce(provider_party(), '{}')
        || jsonb_build_object('email', ${brand.supportEmail}::text)) as number
    from companies c where c.id = ${companyId}::uuid`.execute(db)
  const number = rows[0]?.number
  if (!number) throw new Error('Only a draft can be issued.')
  return number
}
