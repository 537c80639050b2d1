// What an export holds, table by table. All of it is read as the company itself: what a partner may not see (internal
// notes and their files, notes of staff) is kept out by the database, not by remembering to leave it away.
import { sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'
import { systemOf } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'

type Value = string | number | boolean | null | string[] | object
/** One table of an export: its name, its columns, its rows from the beginning. */
export type ExportTable = {
  name: string
  columns: readonly string[]
  rows: () => AsyncGenerator<Record<string, Value>>
}

const PAGE = 500

/** Row after row of a query that is asked page by page, each page after the row before. */
async function* paged<Row extends { cursor: string }>(
  ask: (after: string | undefined) => Promise<Row[]>,
): AsyncGenerator<Omit<Row, 'cursor'>> {
  let after: string | undefined
  for (;;) {
    const rows = await ask(after)
    for (const { cursor: _, ...row } of rows) yield row
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.cursor
  }
}

/** The company's own words about itself. */
export async function companyOf(platform: Platform, actor: Actor): Promise<object> {
  return platform.db.askAs(actor, (db) =>
    db
      .selectFrom('companies')
      .select([
        'id',
        'name',
        'phone',
        'website',
        'address',
        'description',
        'time_zone as timeZone',
        'tools',
        'business_hours as businessHours',
        'created_at as createdAt',
      ])
      .where('id', '=', actor.companyId)
      .executeTakeFirstOrThrow(),
  )
}

/** All tables of an export, in the order in which they are written. */
export function tablesOf(platform: Platform, actor: Actor): ExportTable[] {
  const ask = <T>(query: (db: Db) => Promise<T>) => platform.db.askAs(actor, query)
  const own = actor.companyId
  const table = <Row extends { cursor: string }>(
    name: string,
    columns: readonly string[],
    page: (db: Db, after: string | undefined) => Promise<Row[]>,
  ): ExportTable => ({
    name,
    columns,
    rows: () => paged((after) => ask((db) => page(db, after))) as unknown as AsyncGenerator<Record<string, Value>>,
  })

  return [
    table(
      'people',
      ['id', 'name', 'email', 'role', 'timeZone', 'lastSeenAt', 'deactivatedAt', 'createdAt'],
      (db, after) =>
        db
          .selectFrom('profiles as p')
          .leftJoin('user_roles as r', 'r.user_id', 'p.id')
          .select([
            'p.id',
            'p.id as cursor',
            'p.full_name as name',
            'p.email',
            'p.time_zone as timeZone',
            'p.last_seen_at as lastSeenAt',
            'p.deactivated_at as deactivatedAt',
            'p.created_at as createdAt',
          ])
          .select(sql<string>`coalesce(r.role, 'member')`.as('role'))
          .where('p.company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('p.id', '>', after as string))
          .orderBy('p.id')
          .limit(PAGE)
          .execute(),
    ),
    table(
      'invitations',
      ['id', 'email', 'name', 'role', 'createdAt', 'expiresAt', 'acceptedAt', 'revokedAt'],
      (db, after) =>
        db
          .selectFrom('invitations')
          .select([
            'id',
            'id as cursor',
            'email',
            'full_name as name',
            'role',
            'created_at as createdAt',
            'expires_at as expiresAt',
            'accepted_at as acceptedAt',
            'revoked_at as revokedAt',
          ])
          .where('company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('id', '>', after as string))
          .orderBy('id')
          .limit(PAGE)
          .execute(),
    ),
    table(
      'clients',
      ['id', 'name', 'website', 'phone', 'address', 'industry', 'notes', 'archivedAt', 'createdAt', 'updatedAt'],
      (db, after) =>
        db
          .selectFrom('clients')
          .select([
            'id',
            'id as cursor',
            'name',
            'website',
            'phone',
            'address',
            'industry',
            'notes',
            'archived_at as archivedAt',
            'created_at as createdAt',
            'updated_at as updatedAt',
          ])
          .where('company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('id', '>', after as string))
          .orderBy('id')
          .limit(PAGE)
          .execute(),
    ),
    table(
      'contacts',
      ['id', 'name', 'email', 'phone', 'title', 'client', 'notes', 'archivedAt', 'createdAt', 'updatedAt'],
      (db, after) =>
        db
          .selectFrom('contacts as k')
          .leftJoin('clients as c', (j) =>
            j.onRef('c.company_id', '=', 'k.company_id').onRef('c.id', '=', 'k.client_id'),
          )
          .select([
            'k.id',
            'k.id as cursor',
            'k.full_name as name',
            'k.email',
            'k.phone',
            'k.title',
            'c.name as client',
            'k.notes',
            'k.archived_at as archivedAt',
            'k.created_at as createdAt',
            'k.updated_at as updatedAt',
          ])
          .where('k.company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('k.id', '>', after as string))
          .orderBy('k.id')
          .limit(PAGE)
          .execute(),
    ),
    table(
      'tickets',
      [
        'id',
        'number',
        'subject',
        'description',
        'status',
        'priority',
        'category',
        'impact',
        'urgency',
        'requester',
        'assignee',
        'client',
        'contact',
        'source',
        'tags',
        'mergedInto',
        'rating',
        'ratingComment',
        'createdAt',
        'updatedAt',
        'firstResponseAt',
        'resolvedAt',
        'closedAt',
      ],
      (db, after) =>
        db
          .selectFrom('tickets as t')
          .select([
            't.id',
            't.id as cursor',
            't.subject',
            't.description',
            't.status',
            't.priority',
            't.category',
            't.impact',
            't.urgency',
            't.source',
            't.tags',
            't.rating',
            't.rating_comment as ratingComment',
            't.created_at as createdAt',
            't.updated_at as updatedAt',
            't.first_response_at as firstResponseAt',
            't.resolved_at as resolvedAt',
            't.closed_at as closedAt',
          ])
          .select((e) => [
            sql<string>`'T-' || t.number`.as('number'),
            e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.requester_id').as('requester'),
            e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.assignee_id').as('assignee'),
            e.selectFrom('clients as l').select('l.name').whereRef('l.id', '=', 't.client_id').as('client'),
            e.selectFrom('contacts as n').select('n.full_name').whereRef('n.id', '=', 't.contact_id').as('contact'),
            e
              .selectFrom('tickets as m')
              .select(sql<string>`'T-' || m.number`.as('number'))
              .whereRef('m.id', '=', 't.merged_into')
              .as('mergedInto'),
          ])
          .where('t.company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('t.id', '>', after as string))
          .orderBy('t.id')
          .limit(PAGE)
          .execute(),
    ),
    table('ticket-links', ['id', 'ticket', 'kind', 'other', 'createdAt'], (db, after) =>
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
        .where('l.company_id', '=', own)
        // Ties to tickets of other companies are for staff; the fence hides them already.
        .where('l.staff_only', '=', false)
        .$if(after !== undefined, (q) => q.where('l.id', '>', after as string))
        .orderBy('l.id')
        .limit(PAGE)
        .execute(),
    ),
    table('messages', ['id', 'ticket', 'kind', 'author', 'body', 'change', 'createdAt'], (db, after) =>
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
        .select(sql<string>`'T-' || t.number`.as('ticket'))
        .where('m.company_id', '=', own)
        // The fence hides notes already; said here as well, because this leaves the house.
        .where('m.kind', '<>', 'note')
        .$if(after !== undefined, (q) => q.where('m.id', '>', after as string))
        .orderBy('m.id')
        .limit(PAGE)
        .execute(),
    ),
    table(
      'time-entries',
      ['id', 'ticket', 'day', 'who', 'minutes', 'work', 'billable', 'reason', 'note', 'createdAt', 'updatedAt'],
      (db, after) =>
        db
          .selectFrom('time_entries as e')
          .innerJoin('tickets as t', (j) =>
            j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
          )
          .select([
            'e.id',
            'e.id as cursor',
            'e.minutes',
            'e.work_type as work',
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
          ])
          .where('e.company_id', '=', own)
          .where('e.removed', '=', false)
          .$if(after !== undefined, (q) => q.where('e.id', '>', after as string))
          .orderBy('e.id')
          .limit(PAGE)
          .execute(),
    ),
    table(
      'estimates',
      ['id', 'ticket', 'minutes', 'note', 'status', 'proposedBy', 'createdAt', 'decidedBy', 'decidedAt', 'comment'],
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
          .where('e.company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('e.id', '>', after as string))
          .orderBy('e.id')
          .limit(PAGE)
          .execute(),
    ),
    table('attachments', ['id', 'ticket', 'name', 'type', 'size', 'sha256', 'path', 'createdAt'], (db, after) =>
      attachments(db, own, after),
    ),
    table(
      'api-keys',
      ['id', 'name', 'prefix', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'revokedAt'],
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
          .where('company_id', '=', own)
          .$if(after !== undefined, (q) => q.where('id', '>', after as string))
          .orderBy('id')
          .limit(PAGE)
          .execute(),
    ),
    {
      name: 'activity',
      columns: ['at', 'who', 'action', 'subjectType', 'subjectId', 'before', 'after', 'reason'],
      // Partners cannot read the audit log: of it they get what their own people did, and nothing that staff did.
      rows: () =>
        paged((after) =>
          platform.db.askAs(systemOf(own), (db) =>
            db
              .selectFrom('audit_log as l')
              .innerJoin('profiles as p', 'p.id', 'l.actor_id')
              .select([
                'l.created_at as at',
                'p.full_name as who',
                'l.action',
                'l.subject_type as subjectType',
                'l.subject_id as subjectId',
                'l.before',
                'l.after',
                'l.reason',
              ])
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
}

/** The attachments that the company may see, with where their bytes are in the archive. */
function attachments(db: Db, companyId: string, after: string | undefined) {
  return db
    .selectFrom('attachments as a')
    .innerJoin('files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'a.company_id').onRef('t.id', '=', 'a.ticket_id'))
    .select(['f.id', 'f.id as cursor', 'f.name', 'f.type', 'f.size', 'f.sha256', 'f.created_at as createdAt'])
    .select([
      sql<string>`'T-' || t.number`.as('ticket'),
      // Told apart by the end of the id: a ticket may have two files of one name.
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

/** Every attachment that the company may see. */
export const filesOf = (platform: Platform, actor: Actor) =>
  paged((after) => platform.db.askAs(actor, (db) => attachments(db, actor.companyId, after)))
