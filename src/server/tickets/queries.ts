import { sql } from 'kysely'
import type { FileRow } from '../files/index.ts'
import type { Db } from '../platform/db.ts'
import { instant } from '../platform/instant.ts'
import { prepared } from '../platform/prepared.ts'
import { FORMER } from '../platform/words.ts'
import { minutesOn } from '../time/index.ts'
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
  't.agreement_id',
  't.installation_id',
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
      sql<{ number: number; name: string } | null>`(select jsonb_build_object('number', a.number, 'name', a.name)
        from agreements a where a.company_id = t.company_id and a.id = t.agreement_id)`.as('agreement'),
      sql<
        string | null
      >`(select s.name from installations s where s.company_id = t.company_id and s.id = t.installation_id)`.as(
        'installation',
      ),
      minutesOn('t.id').as('minutes'),
    ])
    .select(slaOfRow)
    .select(slaReckoned)

/** The files of a ticket's description, in the order they were attached. */
const filesOfTicket = sql<FileRow[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size,
    'created_at', ${instant('f.created_at')}) order by a.created_at, a.id), '[]')
  from attachments a join files f on f.company_id = a.company_id and f.id = a.file_id
  where a.company_id = t.company_id and a.ticket_id = t.id and a.message_id is null)`

/** A whole ticket, without its conversation. */
export const whole = prepared((db, { id }: { id: string }) =>
  rows(db)
    .select([
      't.description',
      't.inbound_id',
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
      filesOfTicket.as('files'),
    ])
    .where('t.id', '=', id),
)

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
        .coalesce(e.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'm.user_id'), e.val(FORMER))
        .as('name'),
    ])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.user_id')

/** The files of a ticket's messages, in the order they were attached; those of its description have no `message_id`. */
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
      'agreement_id',
      'installation_id',
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
