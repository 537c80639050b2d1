// The company export's tables for contacts, clients, imports, bounces and mail consents.
import { exportFields, getFileFields } from '../platform/fields.ts'
import { type CompanyExport, tableMaker, toExportColumns, type ValueNames } from '../platform/files/company-export.ts'
import { clientFields } from './clients/fields.ts'
import { contactFields } from './fields.ts'

const IMPORTS: ValueNames = {
  uploaded: 'Not started',
  running: 'Running',
  done: 'Done',
  failed: 'Stopped',
  undone: 'Undone',
}

const CONSENTS: ValueNames = { asked: 'Asked', confirmed: 'Confirmed', blocked: 'Opted out' }
const CONSENT_SOURCES: ValueNames = { mail: 'Email', page: 'Consent page', staff: 'Staff' }

const clientFile = getFileFields(clientFields, 'company')
const contactFile = getFileFields(contactFields, 'company')

export const contactsExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table('clients', ['clients'], clientFile.exported, async (db, after) => {
        const rows = await db
          .selectFrom('clients as t')
          .select(clientFile.selection)
          .select('t.id as cursor')
          .$call(pageOf('t.', after))
        return rows.map((row) => ({ ...exportFields(clientFile, row), cursor: row.cursor }))
      }),
      table('contacts', ['contacts'], contactFile.exported, async (db, after) => {
        const rows = await db
          .selectFrom('contacts as t')
          .select(contactFile.selection)
          .select('t.id as cursor')
          .$call(pageOf('t.', after))
        return rows.map((row) => ({ ...exportFields(contactFile, row), cursor: row.cursor }))
      }),
      table(
        'contact-imports',
        ['contact_imports'],
        toExportColumns(
          [
            'id',
            'fileName',
            'state',
            'rows',
            'created',
            'updated',
            'unchanged',
            'skipped',
            'rejected',
            'clientsCreated',
            'importedBy',
            'createdAt',
            'finishedAt',
            'undoneAt',
          ],
          { state: IMPORTS },
        ),
        (db, after) =>
          db
            .selectFrom('contact_imports as i')
            .select([
              'i.id',
              'i.id as cursor',
              'i.file_name as fileName',
              'i.state',
              'i.total as rows',
              'i.created',
              'i.updated',
              'i.unchanged',
              'i.skipped',
              'i.refused as rejected',
              'i.clients_created as clientsCreated',
              'i.created_at as createdAt',
              'i.finished_at as finishedAt',
              'i.undone_at as undoneAt',
            ])
            .select((e) =>
              e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'i.created_by').as('importedBy'),
            )
            .$call(pageOf('i.', after)),
      ),
      table(
        'mail-bounces',
        ['mail_bounces'],
        toExportColumns(
          ['id', 'email', 'status', 'detail', 'count', 'firstAt', 'lastAt'],
          {},
          { count: 'Bounces', firstAt: 'First bounce at', lastAt: 'Last bounce at' },
        ),
        (db, after) =>
          db
            .selectFrom('mail_bounces as b')
            .select([
              'b.id',
              'b.id as cursor',
              'b.email',
              'b.status',
              'b.detail',
              'b.count',
              'b.first_at as firstAt',
              'b.last_at as lastAt',
            ])
            .$call(pageOf('b.', after)),
      ),
      table(
        'mail-consents',
        ['mail_consents'],
        toExportColumns(
          ['id', 'email', 'state', 'source', 'askedAt', 'timesAsked', 'decidedAt'],
          { state: CONSENTS, source: CONSENT_SOURCES },
          { source: 'Answered by', decidedAt: 'Answered at' },
        ),
        (db, after) =>
          db
            .selectFrom('mail_consents as k')
            .select([
              'k.id',
              'k.id as cursor',
              'k.email',
              'k.state',
              'k.source',
              'k.asked_at as askedAt',
              'k.times_asked as timesAsked',
              'k.decided_at as decidedAt',
            ])
            .$call(pageOf('k.', after)),
      ),
    ]
  },
  leftOut: { imported: ['contact_import_rows'] },
}
