import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReportMail } from '../../contract/reports.ts'
import type { Db } from '../platform/database/db.ts'

type Row = {
  id: string
  company_id: string
  company: string
  client_id: string | null
  client: string | null
  next_on: string
  consent_at: string
  version: number
  last_sent_at: string | null
  recipients: { id: string; name: string; email: string | null; leftAt: string | null }[]
}

/**
 * Returns up to 200 monthly mails of a company, or of all, with their recipients; only mail `id` when it is given. The
 * id of a recipient is that of the contact or the user.
 */
export async function mailsOf(
  db: Db,
  companyId: string | null,
  id: string | null = null,
): Promise<z.infer<typeof ReportMail>[]> {
  const { rows } = await sql<Row>`
    select m.id, m.company_id, (select c.name from companies c where c.id = m.company_id) as company, m.client_id,
      (select l.name from shared_clients l where l.company_id = m.company_id and l.id = m.client_id) as client,
      (greatest(m.first_month, date_trunc('month', now() at time zone company_zone(m.company_id))::date) + interval '1 month')::date::text as next_on,
      m.consent_at, m.version,
      (select max(s.sent_at) from report_sends s where s.company_id = m.company_id and s.client_id is not distinct from m.client_id) as last_sent_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', coalesce(r.contact_id, r.user_id), 'name', coalesce(k.full_name, p.full_name, ''),
          'email', coalesce(k.email, p.email), 'leftAt', to_char(r.left_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
          order by coalesce(k.full_name, p.full_name), r.id), '[]')
        from report_recipients r left join shared_contacts k on k.company_id = r.company_id and k.id = r.contact_id
          left join profiles p on p.id = r.user_id where r.company_id = m.company_id and r.mail_id = m.id) as recipients
    from report_mails m
    where (${companyId}::uuid is null or m.company_id = ${companyId}::uuid) and (${id}::uuid is null or m.id = ${id}::uuid)
    order by m.client_id is not null, client, m.id limit 200`.execute(db)
  return rows.map((r) => ({
    id: r.id,
    company: { id: r.company_id, name: r.company },
    client: r.client_id ? { id: r.client_id, name: r.client ?? '' } : null,
    recipients: r.recipients,
    nextOn: r.next_on,
    consentAt: r.consent_at,
    lastSentAt: r.last_sent_at,
    version: r.version,
  }))
}
