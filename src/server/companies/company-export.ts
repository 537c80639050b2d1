// The tables of a company's export about API keys and activity.
import { sql } from 'kysely'
import { systemOf } from '../platform/database/db.ts'
import {
  type CompanyExport,
  PAGE,
  paged,
  tableMaker,
  toExportColumns,
  type Value,
  type ValueNames,
} from '../platform/files/company-export.ts'

const SCOPES: ValueNames = {
  'tickets:read': 'Read tickets',
  'tickets:write': 'Write tickets',
  'automations:read': 'Read automations',
  'runs:write': 'Report runs',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Write contacts',
  'company:read': 'Read company',
}
/** The records that partners' users act on. */
const SUBJECT_TYPES: ValueNames = {
  agreement: 'Agreement',
  api_key: 'API key',
  client: 'Client',
  company: 'Company',
  contact: 'Contact',
  'contact-import': 'Contact import',
  export: 'Data export',
  installation: 'Automation',
  invitation: 'Invitation',
  invoice: 'Invoice',
  message: 'Message',
  order: 'Order',
  product: 'Product',
  project: 'Project',
  report_mail: 'Report email',
  ticket: 'Ticket',
  time_entry: 'Time entry',
  top_up: 'Top-up',
  top_up_rule: 'Automatic top-up',
  user: 'User',
}

const VIA: ValueNames = {
  session: 'Portal',
  api_key: 'API key',
  mail: 'Email',
  job: 'Automatic',
}

export const companiesExport: CompanyExport = {
  tables: (platform, actor) => {
    const own = actor.companyId
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'api-keys',
        ['api_keys'],
        toExportColumns(['id', 'name', 'prefix', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'], {
          scopes: SCOPES,
        }),
        (db, after) =>
          db
            .selectFrom('api_keys')
            .select([
              'id',
              'id as cursor',
              'name',
              'prefix',
              'scopes',
              'created_at as createdAt',
              'expires_at as expiresAt',
              'last_used_at as lastUsedAt',
              'revoked_at as revokedAt',
            ])
            .$call(pageOf('', after)),
      ),
      {
        name: 'activity',
        from: ['audit_log'],
        columns: toExportColumns(
          ['at', 'who', 'via', 'apiKey', 'action', 'subjectType', 'subjectId', 'before', 'after', 'reason'],
          { subjectType: SUBJECT_TYPES, via: VIA },
          { who: 'User', via: 'Done through', subjectType: 'Record type', subjectId: 'Record ID' },
        ),
        // Partners cannot read the audit log. The export has only the actions of their own users, not those of staff.
        rows: () =>
          paged((after) =>
            platform.db.askAs(systemOf(own), (db) =>
              db
                .selectFrom('audit_log as l')
                .innerJoin('profiles as p', 'p.id', 'l.actor_id')
                .select([
                  'l.created_at as at',
                  'p.full_name as who',
                  'l.via',
                  'l.action',
                  'l.subject_type as subjectType',
                  'l.subject_id as subjectId',
                  'l.before',
                  'l.after',
                  'l.reason',
                ])
                .select((e) =>
                  e.selectFrom('api_keys as k').select('k.name').whereRef('k.id', '=', 'l.via_id').as('apiKey'),
                )
                .select(sql<string>`l.id::text`.as('cursor'))
                .where('l.company_id', '=', own)
                .where('p.company_id', '=', own)
                .where('l.actor_role', 'in', ['member', 'owner'])
                .$if(after !== undefined, (q) => q.where('l.id', '>', Number(after)))
                .orderBy('l.id')
                .limit(PAGE)
                .execute(),
            ),
          ) as unknown as AsyncGenerator<Record<string, Value>>,
      },
    ]
  },
  leftOut: {
    secrets: ['idempotency_keys'],
    drawn: ['exports'],
    announced: ['events'],
    internal: ['company_notes', 'findings'],
  },
}
