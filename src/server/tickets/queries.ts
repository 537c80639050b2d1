import { sql } from 'kysely'
import { minutesOn } from '../agreements/index.ts'
import type { Db } from '../platform/db.ts'
import { estimatesOn, usedOn } from './estimates.ts'
import { linksOfTicket, targetOfTicket } from './relations.ts'
import { slaColumns, slaOfRow, slaReckoned } from './sla.ts'
import { watchersColumn } from './watchers.ts'

const columns = [
  't.id',
  't.number',
  't.subject',
  't.category',
  't.impact',
  't.urgency',
  't.priority',
  't.status',
  't.company_id',
  't.requester_id',
  't.assignee_id',
  't.client_id',
  't.contact_id',
  't.tags',
  't.source',
  't.rating',
  't.version',
  't.created_at',
  't.updated_at',
] as const

/** Rows of a ticket list. The names are sub-selects: a join with the fenced view `people` would read all of it. */
export const rows = (db: Db) =>
  db
    .selectFrom('tickets as t')
    .select(columns)
    .select((e) => [
      e.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 't.company_id').as('company'),
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.requester_id').as('requester'),
      e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 't.assignee_id').as('assignee'),
      e.selectFrom('clients as l').select('l.name').whereRef('l.id', '=', 't.client_id').as('client'),
      e.selectFrom('contacts as n').select('n.full_name').whereRef('n.id', '=', 't.contact_id').as('contact'),
      minutesOn('t.id').as('minutes'),
    ])
    .select(slaOfRow)
    .select(slaReckoned)

/** A whole ticket, without its conversation. */
export const whole = (db: Db) =>
  rows(db).select([
    't.description',
    't.priority_reason',
    't.merged_into',
    targetOfTicket.as('target'),
    linksOfTicket.as('links'),
    't.rating_comment',
    't.rated_by',
    sql<string | null>`(select p.full_name from people p where p.id = t.rated_by)`.as('rater'),
    't.rated_at',
    't.first_response_at',
    't.resolved_at',
    't.closed_at',
    estimatesOn.as('estimates'),
    usedOn.as('used'),
    watchersColumn.as('watchers'),
  ])

/** What a message is presented from. */
export const messageColumns = [
  'id',
  'kind',
  'author_id',
  'author_kind',
  'author_name',
  'body',
  'data',
  'created_at',
  'edited_at',
  'version',
  'inbound_id',
] as const

/** Who is named in the messages of a ticket, by name. */
export const mentionsOf = (db: Db, ticketId: string) =>
  db
    .selectFrom('mentions as m')
    .select('m.message_id')
    .select((e) => [
      'm.user_id as id',
      e.fn
        .coalesce(
          e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'm.user_id'),
          e.val('Former colleague'),
        )
        .as('name'),
    ])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.user_id')

/** The files of a ticket's description (`message_id` null) and messages, in the order they were attached. */
export const filesOf = (db: Db, ticketId: string) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .select(['a.message_id', 'f.id', 'f.name', 'f.type', 'f.size', 'f.created_at'])
    .where('a.ticket_id', '=', ticketId)
    .orderBy('a.created_at')
    .orderBy('a.id')

const lockable = (db: Db) =>
  db
    .selectFrom('tickets')
    .select([
      'company_id',
      'id',
      'number',
      'subject',
      'category',
      'impact',
      'urgency',
      'priority',
      'priority_reason',
      'status',
      'requester_id',
      'assignee_id',
      'client_id',
      'contact_id',
      'tags',
      'source',
      'merged_into',
      'rating',
      'rated_at',
      'version',
      'first_response_at',
      'resolved_at',
      'closed_at',
      'created_at',
      sql<string>`now()`.as('now'),
      ...slaColumns,
    ])
    .forUpdate()
/** Locks a ticket for a change and gives what the change depends on; undefined when the actor has no such ticket. */
export const lock = (db: Db, id: string) => lockable(db).where('id', '=', id).executeTakeFirst()
/** Locks several, always in the same order: two who change many at once must not wait for each other. */
export const lockMany = (db: Db, ids: string[]) => lockable(db).where('id', 'in', ids).orderBy('id').execute()
/** Locks the most urgent ticket that nobody has, passing over those that somebody else is just taking. */
export const lockNext = (db: Db) =>
  lockable(db)
    .where('assignee_id', 'is', null)
    .where('status', 'in', sql<string>`('new', 'in_progress')`)
    // An outage first, then what is due next: the order of the index that has only these.
    .orderBy(sql`(priority <> 'P1')`)
    .orderBy(sql`coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)`)
    .orderBy('priority')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .skipLocked()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>
