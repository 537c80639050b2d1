// The company export's tables for time entries.
import { sql } from 'kysely'
import { type CompanyExport, tableMaker, toExportColumns, type ValueNames } from '../platform/files/company-export.ts'

export const WORK: ValueNames = {
  remote: 'Remote support',
  development: 'Development',
  consulting: 'Consulting',
  after_hours: 'After hours',
}
export const FREE: ValueNames = {
  own_mistake: 'Our own mistake',
  repair: 'Repair or setup of our automation',
  goodwill: 'Goodwill',
}

export const timeExport: CompanyExport = {
  tables: (platform, actor) => {
    const { table, pageOf } = tableMaker(platform, actor)
    return [
      table(
        'time-entries',
        ['time_entries'],
        toExportColumns(
          [
            'id',
            'ticket',
            'project',
            'task',
            'day',
            'who',
            'minutes',
            'work',
            'billable',
            'chargedMinutes',
            'multiplierPercent',
            'agreement',
            'reason',
            'note',
            'createdAt',
            'updatedAt',
          ],
          { work: WORK, reason: FREE },
          { day: 'Date', who: 'Logged by', work: 'Work type', multiplierPercent: 'Multiplier %' },
        ),
        (db, after) =>
          db
            .selectFrom('time_entries as e')
            .leftJoin('shared_tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
            )
            .leftJoin('shared_project_tasks as k', (j) =>
              j.onRef('k.company_id', '=', 'e.company_id').onRef('k.id', '=', 'e.task_id'),
            )
            .leftJoin('shared_projects as j', (o) =>
              o.onRef('j.company_id', '=', 'k.company_id').onRef('j.id', '=', 'k.project_id'),
            )
            .select(['k.title as task', sql<string | null>`'P-' || j.number`.as('project')])
            .select([
              'e.id',
              'e.id as cursor',
              'e.minutes',
              'e.work_type as work',
              'e.charged as chargedMinutes',
              'e.multiplier as multiplierPercent',
              'e.billable',
              'e.reason',
              'e.note',
              'e.created_at as createdAt',
              'e.updated_at as updatedAt',
            ])
            .select((e) => [
              sql<string>`'T-' || t.number`.as('ticket'),
              sql<string>`e.worked_on::text`.as('day'),
              e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'e.user_id').as('who'),
              e
                .selectFrom('shared_agreements as a')
                .select(sql<string>`'A-' || a.number`.as('number'))
                .whereRef('a.company_id', '=', 'e.company_id')
                .whereRef('a.id', '=', 'e.agreement_id')
                .as('agreement'),
            ])
            .where('e.removed', '=', false)
            .$call(pageOf('e.', after)),
      ),
    ]
  },
  leftOut: { internal: ['timers'] },
}
