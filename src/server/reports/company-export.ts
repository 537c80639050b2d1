// The company export's tables of monthly report mails.
import { sql } from 'kysely'
import { type CompanyExport, tableMaker, toExportColumns } from '../platform/files/company-export.ts'

export const reportsExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'report-mails',
        ['report_mails', 'report_recipients'],
        toExportColumns(['id', 'client', 'firstMonth', 'recipients', 'consentBy', 'consentAt', 'createdAt']),
        (db, after) =>
          db
            .selectFrom('report_mails as m')
            .select(['m.id', 'm.id as cursor', 'm.consent_at as consentAt', 'm.created_at as createdAt'])
            .select((e) => [
              sql<string>`m.first_month::text`.as('firstMonth'),
              e.selectFrom('shared_clients as l').select('l.name').whereRef('l.id', '=', 'm.client_id').as('client'),
              sql<
                string[]
              >`array(select coalesce(p.full_name, n.full_name) || case when r.left_at is null then '' else ' (unsubscribed)' end
            from report_recipients r left join people p on p.id = r.user_id left join shared_contacts n on n.company_id = r.company_id and n.id = r.contact_id
            where r.company_id = m.company_id and r.mail_id = m.id order by r.id)`.as('recipients'),
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'm.consent_by').as('consentBy'),
            ])
            .$call(pageOf('m.', after)),
      ),
      table(
        'sent-reports',
        ['report_sends'],
        toExportColumns(['id', 'client', 'month', 'name', 'email', 'sentAt']),
        (db, after) =>
          db
            .selectFrom('report_sends as s')
            .select(['s.id', 's.id as cursor', 's.name', 's.email', 's.sent_at as sentAt'])
            .select((e) => [
              sql<string>`s.month::text`.as('month'),
              e.selectFrom('shared_clients as l').select('l.name').whereRef('l.id', '=', 's.client_id').as('client'),
            ])
            .$call(pageOf('s.', after)),
      ),
    ]
  },
  leftOut: { calculated: ['report_days', 'report_hours', 'report_marks', 'report_people'], drawn: ['report_papers'] },
}
