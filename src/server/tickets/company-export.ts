// The tables of the company export for tickets: tickets, messages, attachments and what belongs to them.
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import {
  type CompanyExport,
  PAGE,
  tableMaker,
  toExportColumns,
  type ValueNames,
} from '../platform/files/company-export.ts'
import { exportTickets, ticketColumns } from './export.ts'

const LINKS: ValueNames = {
  related: 'Related to',
  duplicate_of: 'Duplicate of',
  caused_by: 'Caused by',
  split_from: 'Split from',
}
const MESSAGES: ValueNames = { reply: 'Reply', event: 'Change' }
const ESTIMATES: ValueNames = {
  proposed: 'Proposed',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  superseded: 'Replaced',
  expired: 'Expired',
}

export const ticketsExport: CompanyExport = {
  tables: (platform, actor) => {
    const own = actor.companyId
    const { table, fileTable, pageOf } = tableMaker(platform, actor)
    return [
      table('tickets', ['tickets'], ticketColumns, (db, after) => exportTickets(db, own, after, PAGE)),
      table(
        'ticket-links',
        ['ticket_links'],
        toExportColumns(['id', 'ticket', 'kind', 'other', 'createdAt'], { kind: LINKS }, { other: 'Linked ticket' }),
        (db, after) =>
          db
            .selectFrom('ticket_links as l')
            .innerJoin('tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'l.company_id').onRef('t.id', '=', 'l.ticket_id'),
            )
            .innerJoin('tickets as o', (j) =>
              j.onRef('o.company_id', '=', 'l.other_company_id').onRef('o.id', '=', 'l.other_id'),
            )
            .select(['l.id', 'l.id as cursor', 'l.kind', 'l.created_at as createdAt'])
            .select([sql<string>`'T-' || t.number`.as('ticket'), sql<string>`'T-' || o.number`.as('other')])
            // Links to tickets of other companies are for staff only. Row-level security hides them too.
            .where('l.staff_only', '=', false)
            .$call(pageOf('l.', after)),
      ),
      table(
        'ticket-watchers',
        ['ticket_watchers'],
        toExportColumns(['id', 'ticket', 'person', 'contact', 'addedBy', 'createdAt']),
        (db, after) =>
          db
            .selectFrom('ticket_watchers as w')
            .innerJoin('tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'w.company_id').onRef('t.id', '=', 'w.ticket_id'),
            )
            .select(['w.id', 'w.id as cursor', 'w.created_at as createdAt'])
            .select((e) => [
              sql<string>`'T-' || t.number`.as('ticket'),
              e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'w.user_id').as('person'),
              e
                .selectFrom('shared_contacts as n')
                .select('n.full_name')
                .whereRef('n.id', '=', 'w.contact_id')
                .as('contact'),
              e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'w.added_by').as('addedBy'),
            ])
            .where('w.staff_only', '=', false)
            .$call(pageOf('w.', after)),
      ),
      table(
        'messages',
        ['messages', 'mentions'],
        toExportColumns(['id', 'ticket', 'kind', 'author', 'body', 'mentions', 'change', 'createdAt'], {
          kind: MESSAGES,
        }),
        (db, after) =>
          db
            .selectFrom('messages as m')
            .innerJoin('tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'),
            )
            .select([
              'm.id',
              'm.id as cursor',
              'm.kind',
              'm.author_name as author',
              'm.body',
              'm.data as change',
              'm.created_at as createdAt',
            ])
            .select([
              sql<string>`'T-' || t.number`.as('ticket'),
              sql<string[]>`array(select p.full_name from mentions n join people p on p.id = n.user_id
            where n.company_id = m.company_id and n.message_id = m.id order by p.full_name, p.id)`.as('mentions'),
            ])
            // Row-level security hides notes too. This is a second check, because the export leaves the portal.
            .where('m.kind', '<>', 'note')
            .$call(pageOf('m.', after)),
      ),
      table(
        'estimates',
        ['estimates'],
        toExportColumns(
          ['id', 'ticket', 'minutes', 'note', 'status', 'proposedBy', 'createdAt', 'decidedBy', 'decidedAt', 'comment'],
          { status: ESTIMATES },
        ),
        (db, after) =>
          db
            .selectFrom('estimates as e')
            .innerJoin('tickets as t', (j) =>
              j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
            )
            .select([
              'e.id',
              'e.id as cursor',
              'e.minutes',
              'e.note',
              'e.status',
              'e.created_at as createdAt',
              'e.decided_at as decidedAt',
              'e.comment',
            ])
            .select((e) => [
              sql<string>`'T-' || t.number`.as('ticket'),
              e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'e.proposed_by').as('proposedBy'),
              e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'e.decided_by').as('decidedBy'),
            ])
            .$call(pageOf('e.', after)),
      ),
      fileTable(
        'attachments',
        ['attachments', 'files'],
        toExportColumns(['id', 'ticket', 'name', 'type', 'size', 'sha256', 'path', 'createdAt']),
        (db, after) => attachments(db, own, after),
      ),
    ]
  },
  leftOut: {
    calculated: ['ticket_counts', 'ticket_tags', 'ticket_words'],
    personal: ['ticket_drafts'],
    internal: ['canned_replies', 'inbound_mails', 'message_versions', 'ticket_presence', 'ticket_undos'],
  },
}

/** Returns the attachments that the company may see, with their path in the archive. */
function attachments(db: Db, companyId: string, after: string | undefined) {
  return db
    .selectFrom('attachments as a')
    .innerJoin('shared_files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'a.company_id').onRef('t.id', '=', 'a.ticket_id'))
    .select(['f.id', 'f.id as cursor', 'f.name', 'f.type', 'f.size', 'f.sha256', 'f.created_at as createdAt'])
    .select([
      sql<string>`'T-' || t.number`.as('ticket'),
      // The end of the id makes the path unique: a ticket may have two files with the same name.
      sql<string>`'attachments/T-' || t.number || '/' || right(f.id::text, 6) || ' ' || regexp_replace(f.name, '[<>:"|?*\\\\/]', '_', 'g')`.as(
        'path',
      ),
    ])
    .where('a.company_id', '=', companyId)
    .where('a.staff_only', '=', false)
    .$if(after !== undefined, (q) => q.where('f.id', '>', after as string))
    .orderBy('f.id')
    .limit(PAGE)
    .execute()
}
