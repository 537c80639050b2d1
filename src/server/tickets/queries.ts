import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

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
    ])

/** A whole ticket, without its conversation. */
export const whole = (db: Db) =>
  rows(db).select([
    't.description',
    't.priority_reason',
    't.source',
    't.tags',
    't.first_response_at',
    't.resolved_at',
    't.closed_at',
  ])

/** The files of a ticket's description (`message_id` null) and messages, in the order they were attached. */
export const filesOf = (db: Db, ticketId: string) =>
  db
    .selectFrom('attachments as a')
    .innerJoin('files as f', (j) => j.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.file_id'))
    .select(['a.message_id', 'f.id', 'f.name', 'f.type', 'f.size', 'f.created_at'])
    .where('a.ticket_id', '=', ticketId)
    .orderBy('a.created_at')
    .orderBy('a.id')

/** Ids of tickets that contain all the words, or have the number; `words` is what somebody typed. Undefined when it has no word in it. */
export function matching(words: string, companyId: string | undefined, number: number | undefined) {
  const found = words.match(/[\p{L}\p{N}]+/gu)
  if (!found) return undefined
  // Each word as a beginning, so that a search answers while it is typed.
  const query = found
    .slice(0, 12)
    .map((w) => `${w}:*`)
    .join(' & ')
  return sql<string>`(select find_tickets(${query}, ${companyId ?? null}::uuid, ${number ?? null}::bigint))`
}

/** Locks a ticket for a change and gives what the change depends on; undefined when the actor has no such ticket. */
export const lock = (db: Db, id: string) =>
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
      'assignee_id',
      'version',
      'first_response_at',
      'resolved_at',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>
