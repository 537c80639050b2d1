import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'
import { FORMER } from '../platform/words.ts'
import { ticketFields } from './fields.ts'
import { slaColumns } from './sla/sla.ts'

/** Returns a query of tickets with the columns of a list. */
export const ticketRows = (db: Db) => db.selectFrom('tickets as t').select(ticketFields.list)
export type Row = Awaited<ReturnType<ReturnType<typeof ticketRows>['execute']>>[number]

/** Returns the row of a ticket with all its fields, without its conversation. */
export const wholeTicket = prepared((db, { id }: { id: string }) =>
  ticketRows(db).select(ticketFields.record).where('t.id', '=', id),
)
export type Whole = Awaited<ReturnType<typeof wholeTicket>>[number]

/** The columns from which a message is presented. */
export const messageColumns = [
  'id',
  'kind',
  'author_id',
  'author_kind',
  'author_name',
  'body',
  'format',
  'data',
  'created_at',
  'edited_at',
  'version',
  'inbound_id',
  'folded',
] as const

/**
 * Returns a query for the people mentioned in the messages of a ticket, with their names, in the order of their ids.
 */
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

/**
 * Returns a query for the files of a ticket, in the order they were attached. Files of the description have no
 * `message_id`.
 */
export const ticketFileRows = (db: Db, ticketId: string) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('shared_files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .select(['a.message_id', 'f.id', 'f.name', 'f.type', 'f.size', 'f.created_at'])
    .where('a.ticket_id', '=', ticketId)
    .orderBy('a.created_at')
    .orderBy('a.id')

const lockedColumns = [
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
  ...slaColumns,
] as const
// The columns that an edit compares. Those that rules depend on are listed above for the types.
const editedColumns = ticketFields.written.filter((name) => !lockedColumns.some((c) => c === name)) as never[]

const lockable = (db: Db) =>
  db
    .selectFrom('tickets')
    .select([...lockedColumns, ...editedColumns, sql<string>`now()`.as('now')])
    .forUpdate()
/** Locks a ticket's row and returns the columns that changes depend on. Undefined when the actor has no such ticket. */
export const lockTicketRow = (db: Db, id: string) => lockable(db).where('id', '=', id).executeTakeFirst()
/**
 * Locks the ticket in which this one continues, and returns its row as `lockTicketRow` does: this one, or the one that
 * it was merged into.
 */
export async function lockTargetRow(db: Db, id: string): ReturnType<typeof lockTicketRow> {
  const row = await lockTicketRow(db, id)
  return row?.merged_into ? lockTargetRow(db, row.merged_into) : row
}
/** Locks several tickets and returns them, always in the same order, so that two bulk changes do not deadlock. */
export const lockMany = (db: Db, ids: string[]) => lockable(db).where('id', 'in', ids).orderBy('id').execute()
/**
 * Locks the most urgent unassigned ticket, skipping those that are locked, and returns it; undefined when there is
 * none.
 */
export const lockNext = (db: Db) =>
  lockable(db)
    .where('assignee_id', 'is', null)
    .where('status', 'in', sql<string>`('new', 'in_progress')`)
    // Urgent tickets first, then what is due next. This is the order of the partial index on unassigned tickets.
    .orderBy(sql`(priority <> 'P1')`)
    .orderBy(sql`coalesce(sla_due_at, '9999-12-31 00:00:00+00'::timestamptz)`)
    .orderBy('priority')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .skipLocked()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lockTicketRow>>>
