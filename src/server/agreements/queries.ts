import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'

const columns = [
  'e.id',
  'e.company_id',
  'e.ticket_id',
  'e.message_id',
  'e.user_id',
  'e.minutes',
  'e.started_at',
  'e.work_type',
  'e.billable',
  'e.reason',
  'e.note',
  'e.version',
  'e.created_at',
  'e.updated_at',
] as const

/** Rows of time. The names are sub-selects: a join with the fenced view `people` would read all of it. */
export const rows = (db: Db, actor: Actor) =>
  db
    .selectFrom('time_entries as e')
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'))
    .select(columns)
    .select(['t.number', 't.subject'])
    .select((x) => [
      sql<string>`e.worked_on::text`.as('worked_on'),
      x.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'e.company_id').as('company'),
      x.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'e.user_id').as('worker'),
      // A partner's login may not even read these columns.
      ...(actor.kind === 'staff'
        ? [
            x.ref('e.internal_note').as('internal_note'),
            x.ref('e.removed_at').as('removed_at'),
            x.selectFrom('people as r').select('r.full_name').whereRef('r.id', '=', 'e.removed_by').as('remover'),
          ]
        : []),
    ])
type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
export type Row = Omit<Selected, 'internal_note' | 'removed_at' | 'remover'> &
  Partial<Record<'internal_note' | 'removed_at' | 'remover', string | null>>

/** Locks an entry for a change; undefined when the actor has no such entry. */
export const lock = (db: Db, id: string) =>
  db
    .selectFrom('time_entries')
    .select([
      'company_id',
      'id',
      'ticket_id',
      'user_id',
      'minutes',
      'started_at',
      'work_type',
      'billable',
      'reason',
      'note',
      'internal_note',
      'version',
      'created_at',
      'removed_at',
    ])
    .select(sql<string>`worked_on::text`.as('worked_on'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

/**
 * The ticket that work on this one counts for: itself, or the one that it was merged into. Held until the transaction
 * ends, so that a merge at the same moment takes along what is written here.
 */
export const workedOn = (db: Db, ticketId: string) =>
  db
    .selectFrom('tickets')
    .select(['company_id', sql<string>`coalesce(merged_into, id)`.as('id')])
    .where('id', '=', ticketId)
    .forShare()
    .executeTakeFirst()

/** As a column of a query over tickets: the minutes booked on each. `ticket` is the reference of its id. */
export const minutesOn = (ticket: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed)`

/** The same, but only what is charged and was booked since a moment; none when that is null. */
export const chargedSince = (ticket: string, since: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed and e.billable and e.created_at >= ${since})`

/** How long a timer ran without its pauses, in seconds. */
const ran = sql<number>`kept_seconds + coalesce(extract(epoch from now() - running_since), 0)::int`

/** The actor's timer. */
export const timerOf = (db: Db, userId: string) =>
  db
    .selectFrom('timers as m')
    .innerJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'))
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['m.id', 'm.started_at', 'm.running_since', 't.id as ticket_id', 't.number', 't.subject'])
    .select(['c.id as company_id', 'c.name as company', ran.as('seconds')])
    .where('m.user_id', '=', userId)
export type TimerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof timerOf>['executeTakeFirst']>>>
