// What an export holds, table by table. All of it is read as the company itself: what a partner may not see (internal
// notes and their files, notes of staff) is kept out by the database, not by remembering to leave it away.
import { type SelectQueryBuilder, sql } from 'kysely'
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

  /** The end of a query: the company's own rows that follow one, as many as are read together. `of` is the table, with its dot. */
  const pageOf =
    (of: string, after: string | undefined) =>
    <Tables, Table extends keyof Tables, Row>(query: SelectQueryBuilder<Tables, Table, Row>): Promise<Row[]> =>
      query
        .where(sql.ref<string>(`${of}company_id`), '=', own)
        .$if(after !== undefined, (q) => q.where(sql.ref<string>(`${of}id`), '>', after as string))
        .orderBy(sql.ref(`${of}id`))
        .limit(PAGE)
        .execute() as Promise<Row[]>

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
          .$call(pageOf('p.', after)),
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
          .$call(pageOf('', after)),
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
          .$call(pageOf('', after)),
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
          .$call(pageOf('k.', after)),
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
          .$call(pageOf('t.', after)),
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
        // Ties to tickets of other companies are for staff; the fence hides them already.
        .where('l.staff_only', '=', false)
        .$call(pageOf('l.', after)),
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
        // The fence hides notes already; said here as well, because this leaves the house.
        .where('m.kind', '<>', 'note')
        .$call(pageOf('m.', after)),
    ),
    table(
      'time-entries',
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
        'reason',
        'note',
        'createdAt',
        'updatedAt',
      ],
      (db, after) =>
        db
          .selectFrom('time_entries as e')
          .leftJoin('tickets as t', (j) =>
            j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
          )
          .leftJoin('project_tasks as k', (j) =>
            j.onRef('k.company_id', '=', 'e.company_id').onRef('k.id', '=', 'e.task_id'),
          )
          .leftJoin('projects as j', (o) =>
            o.onRef('j.company_id', '=', 'k.company_id').onRef('j.id', '=', 'k.project_id'),
          )
          .select(['k.title as task', sql<string | null>`'P-' || j.number`.as('project')])
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
          .where('e.removed', '=', false)
          .$call(pageOf('e.', after)),
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
          .$call(pageOf('e.', after)),
    ),
    table(
      'projects',
      [
        'id',
        'number',
        'name',
        'description',
        'status',
        'lead',
        'agreement',
        'startsOn',
        'dueOn',
        'budgetMinutes',
        'completedAt',
        'createdAt',
        'updatedAt',
      ],
      (db, after) =>
        db
          .selectFrom('projects as p')
          .select([
            'p.id',
            'p.id as cursor',
            'p.name',
            'p.description',
            'p.status',
            'p.budget_minutes as budgetMinutes',
            'p.completed_at as completedAt',
            'p.created_at as createdAt',
            'p.updated_at as updatedAt',
          ])
          .select((e) => [
            sql<string>`'P-' || p.number`.as('number'),
            sql<string | null>`p.starts_on::text`.as('startsOn'),
            sql<string | null>`p.due_on::text`.as('dueOn'),
            e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'p.lead_id').as('lead'),
            e
              .selectFrom('agreements as a')
              .select(sql<string>`'A-' || a.number`.as('number'))
              .whereRef('a.company_id', '=', 'p.company_id')
              .whereRef('a.id', '=', 'p.agreement_id')
              .as('agreement'),
          ])
          .$call(pageOf('p.', after)),
    ),
    table(
      'project-tasks',
      [
        'id',
        'project',
        'phase',
        'position',
        'title',
        'body',
        'status',
        'side',
        'assignee',
        'startsOn',
        'dueOn',
        'estimateMinutes',
        'completedAt',
        'completedBy',
      ],
      (db, after) =>
        db
          .selectFrom('project_tasks as t')
          .innerJoin('projects as p', (j) =>
            j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'),
          )
          .innerJoin('project_phases as h', (j) =>
            j.onRef('h.company_id', '=', 't.company_id').onRef('h.id', '=', 't.phase_id'),
          )
          .select([
            't.id',
            't.id as cursor',
            'h.name as phase',
            't.position',
            't.title',
            't.body',
            't.status',
            't.side',
            't.estimate_minutes as estimateMinutes',
            't.completed_at as completedAt',
          ])
          .select((e) => [
            sql<string>`'P-' || p.number`.as('project'),
            sql<string | null>`t.starts_on::text`.as('startsOn'),
            sql<string | null>`t.due_on::text`.as('dueOn'),
            e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 't.assignee_id').as('assignee'),
            e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 't.completed_by').as('completedBy'),
          ])
          .$call(pageOf('t.', after)),
    ),
    table('project-comments', ['id', 'project', 'task', 'author', 'body', 'createdAt'], (db, after) =>
      db
        .selectFrom('project_comments as c')
        .innerJoin('project_tasks as t', (j) =>
          j.onRef('t.company_id', '=', 'c.company_id').onRef('t.id', '=', 'c.task_id'),
        )
        .innerJoin('projects as p', (j) =>
          j.onRef('p.company_id', '=', 'c.company_id').onRef('p.id', '=', 'c.project_id'),
        )
        .select(['c.id', 'c.id as cursor', 't.title as task', 'c.body', 'c.created_at as createdAt'])
        .select((e) => [
          sql<string>`'P-' || p.number`.as('project'),
          e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'c.author_id').as('author'),
        ])
        // The fence hides notes already; said here as well, because this leaves the house.
        .where('c.staff_only', '=', false)
        .$call(pageOf('c.', after)),
    ),
    table('project-updates', ['id', 'project', 'author', 'health', 'body', 'createdAt'], (db, after) =>
      db
        .selectFrom('project_updates as u')
        .innerJoin('projects as p', (j) =>
          j.onRef('p.company_id', '=', 'u.company_id').onRef('p.id', '=', 'u.project_id'),
        )
        .select(['u.id', 'u.id as cursor', 'u.health', 'u.body', 'u.created_at as createdAt'])
        .select((e) => [
          sql<string>`'P-' || p.number`.as('project'),
          e.selectFrom('people as n').select('n.full_name').whereRef('n.id', '=', 'u.author_id').as('author'),
        ])
        .$call(pageOf('u.', after)),
    ),
    table('project-files', ['id', 'project', 'name', 'type', 'size', 'sha256', 'path', 'createdAt'], (db, after) =>
      projectFiles(db, own, after),
    ),
    table('attachments', ['id', 'ticket', 'name', 'type', 'size', 'sha256', 'path', 'createdAt'], (db, after) =>
      attachments(db, own, after),
    ),
    table(
      'invoices',
      [
        'id',
        'number',
        'order',
        'for',
        'status',
        'currency',
        'totalCents',
        'paidCents',
        'refundedCents',
        'issuedOn',
        'dueOn',
        'paidAt',
        'voidedAt',
        'voidReason',
      ],
      (db, after) =>
        db
          .selectFrom('invoices as i')
          .innerJoin('orders as o', (j) =>
            j.onRef('o.company_id', '=', 'i.company_id').onRef('o.id', '=', 'i.order_id'),
          )
          .select([
            'i.id',
            'i.id as cursor',
            'i.number',
            'o.number as order',
            'i.status',
            'i.currency',
            'i.total_cents as totalCents',
            'i.paid_cents as paidCents',
            'i.refunded_cents as refundedCents',
            'i.paid_at as paidAt',
            'i.voided_at as voidedAt',
            'i.void_reason as voidReason',
          ])
          .select([
            sql<string>`i.issued_on::text`.as('issuedOn'),
            sql<string>`i.due_on::text`.as('dueOn'),
            sql<string>`(select string_agg(l.description, '; ' order by l.position, l.id) from order_lines l where l.company_id = i.company_id and l.order_id = i.order_id)`.as(
              'for',
            ),
          ])
          // An order that was to be paid by card and was not has an invoice that never came about.
          .where('i.status', '<>', 'draft')
          .$call(pageOf('i.', after)),
    ),
    table(
      'payments',
      [
        'id',
        'invoice',
        'method',
        'status',
        'currency',
        'amountCents',
        'refundedCents',
        'card',
        'reference',
        'paidAt',
        'createdAt',
      ],
      (db, after) =>
        db
          .selectFrom('payments as y')
          .innerJoin('invoices as i', (j) =>
            j.onRef('i.company_id', '=', 'y.company_id').onRef('i.id', '=', 'y.invoice_id'),
          )
          .select([
            'y.id',
            'y.id as cursor',
            'i.number as invoice',
            'y.method',
            'y.status',
            'y.currency',
            'y.amount_cents as amountCents',
            'y.refunded_cents as refundedCents',
            'y.card_last4 as card',
            'y.reference',
            'y.paid_at as paidAt',
            'y.created_at as createdAt',
          ])
          .$call(pageOf('y.', after)),
    ),
    table(
      'automations',
      [
        'id',
        'name',
        'product',
        'status',
        'priceModel',
        'priceCents',
        'minutesPerRun',
        'questions',
        'answers',
        'answeredAt',
        'clients',
        'timeZone',
        'expectedMinutes',
        'createdAt',
        'liveAt',
        'pausedAt',
        'pauseReason',
        'retiredAt',
      ],
      (db, after) =>
        db
          .selectFrom('installations as i')
          .leftJoin('product_names as p', 'p.id', 'i.product_id')
          .select([
            'i.id',
            'i.id as cursor',
            'i.name',
            'p.name as product',
            'i.status',
            'i.price_model as priceModel',
            'i.price_cents as priceCents',
            'i.minutes_per_run as minutesPerRun',
            'i.intake as questions',
            'i.answers',
            'i.answered_at as answeredAt',
            'i.time_zone as timeZone',
            'i.expected_minutes as expectedMinutes',
            'i.created_at as createdAt',
            'i.live_at as liveAt',
            'i.paused_at as pausedAt',
            'i.pause_reason as pauseReason',
            'i.retired_at as retiredAt',
          ])
          .select(
            sql<
              string[]
            >`array(select l.name from installation_clients k join clients l on l.company_id = k.company_id and l.id = k.client_id
              where k.company_id = i.company_id and k.installation_id = i.id order by l.name, l.id)`.as('clients'),
          )
          .$call(pageOf('i.', after)),
    ),
    table(
      'connections',
      ['id', 'automation', 'tool', 'what', 'keptIn', 'state', 'expiresOn', 'createdAt'],
      (db, after) =>
        db
          .selectFrom('connections as n')
          .innerJoin('installations as i', (j) =>
            j.onRef('i.company_id', '=', 'n.company_id').onRef('i.id', '=', 'n.installation_id'),
          )
          .select([
            'n.id',
            'n.id as cursor',
            'i.name as automation',
            'n.tool',
            'n.label as what',
            'n.reference as keptIn',
            'n.state',
            'n.created_at as createdAt',
          ])
          .select(sql<string | null>`n.expires_on::text`.as('expiresOn'))
          .$call(pageOf('n.', after)),
    ),
    table('automation-alerts', ['id', 'automation', 'kind', 'facts', 'ticket', 'startedAt', 'endedAt'], (db, after) =>
      db
        .selectFrom('alert_episodes as e')
        .innerJoin('installations as i', (j) =>
          j.onRef('i.company_id', '=', 'e.company_id').onRef('i.id', '=', 'e.installation_id'),
        )
        .leftJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'))
        .select([
          'e.id',
          'e.id as cursor',
          'i.name as automation',
          'e.kind',
          'e.facts',
          'e.started_at as startedAt',
          'e.ended_at as endedAt',
        ])
        .select(sql<string | null>`'T-' || t.number`.as('ticket'))
        .$call(pageOf('e.', after)),
    ),
    table(
      'runs',
      [
        'id',
        'automation',
        'externalId',
        'status',
        'startedAt',
        'finishedAt',
        'minutesSaved',
        'client',
        'message',
        'output',
        'receivedAt',
      ],
      (db, after) => runs(db, own, after),
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
          .$call(pageOf('', after)),
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

/** Runs in the order of their partitions’ key, which is the one that can be gone on from. */
function runs(db: Db, companyId: string, after: string | undefined) {
  const [installation, startedAt, id] = after?.split(' ') ?? []
  return db
    .selectFrom('runs as r')
    .innerJoin('installations as i', (j) =>
      j.onRef('i.company_id', '=', 'r.company_id').onRef('i.id', '=', 'r.installation_id'),
    )
    .leftJoin('clients as l', (j) => j.onRef('l.company_id', '=', 'r.company_id').onRef('l.id', '=', 'r.client_id'))
    .select([
      'r.id',
      'i.name as automation',
      'r.external_id as externalId',
      'r.status',
      'r.started_at as startedAt',
      'r.finished_at as finishedAt',
      'r.minutes_saved as minutesSaved',
      'l.name as client',
      'r.message',
      'r.output',
      'r.received_at as receivedAt',
    ])
    .select(
      sql<string>`concat_ws(' ', r.installation_id, to_char(r.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), r.id)`.as(
        'cursor',
      ),
    )
    .where('r.company_id', '=', companyId)
    .$if(after !== undefined, (q) =>
      q.where(
        sql<boolean>`(r.installation_id, r.started_at, r.id) > (${installation}::uuid, ${startedAt}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy('r.installation_id')
    .orderBy('r.started_at')
    .orderBy('r.id')
    .limit(PAGE)
    .execute()
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

/** The files of projects that the company may see, with where their bytes are in the archive. */
function projectFiles(db: Db, companyId: string, after: string | undefined) {
  return db
    .selectFrom('project_files as x')
    .innerJoin('files as f', (j) => j.onRef('f.company_id', '=', 'x.company_id').onRef('f.id', '=', 'x.file_id'))
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 'x.company_id').onRef('p.id', '=', 'x.project_id'))
    .select(['f.id', 'f.id as cursor', 'f.name', 'f.type', 'f.size', 'f.sha256', 'f.created_at as createdAt'])
    .select([
      sql<string>`'P-' || p.number`.as('project'),
      sql<string>`'attachments/P-' || p.number || '/' || right(f.id::text, 6) || ' ' || regexp_replace(f.name, '[<>:"|?*\\\\/]', '_', 'g')`.as(
        'path',
      ),
    ])
    .where('x.company_id', '=', companyId)
    .where('x.staff_only', '=', false)
    .$if(after !== undefined, (q) => q.where('f.id', '>', after as string))
    .orderBy('f.id')
    .limit(PAGE)
    .execute()
}

/** Every attachment and project file that the company may see. */
export async function* filesOf(platform: Platform, actor: Actor) {
  yield* paged((after) => platform.db.askAs(actor, (db) => attachments(db, actor.companyId, after)))
  yield* paged((after) => platform.db.askAs(actor, (db) => projectFiles(db, actor.companyId, after)))
}
