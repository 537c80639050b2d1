import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import { providerToday } from '../hours/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'
import { isRepair } from './terms.ts'

const columns = [
  'e.id',
  'e.company_id',
  'e.ticket_id',
  'e.task_id',
  'e.message_id',
  'e.user_id',
  'e.minutes',
  'e.started_at',
  'e.work_type',
  'e.billable',
  'e.reason',
  'e.note',
  'e.charged',
  'e.multiplier',
  'e.version',
  'e.created_at',
  'e.updated_at',
] as const

/** The minutes that an entry draws now, per block: its ledger entries less the reversed ones. */
type Drawn = { drawn: { block: { id: string; name: string } | null; minutes: number }[]; overage: number }
const drawnBy = sql<Drawn | null>`(select jsonb_build_object(
    'drawn', coalesce(jsonb_agg(jsonb_build_object('block', case when d.block_id is not null
      then jsonb_build_object('id', d.block_id, 'name', d.name) end, 'minutes', d.minutes) order by d.line) filter (where d.minutes <> 0), '[]'),
    'overage', coalesce(sum(d.overage), 0))
  from (select l.block_id, k.name, -sum(l.minutes)::int as minutes, sum(l.overage)::int as overage, max(l.id) as line
    from shared_hour_ledger l left join shared_hour_blocks k on k.company_id = l.company_id and k.id = l.block_id
    where l.company_id = e.company_id and l.entry_id = e.id group by l.block_id, k.name) d)`
const agreementOf = sql<{ id: string; number: number; name: string } | null>`(select
  jsonb_build_object('id', a.id, 'number', a.number, 'name', a.name) from shared_agreements a
  where a.company_id = e.company_id and a.id = e.agreement_id)`

/** Selects the task of an entry (`e`) or a timer (`m`). */
const taskOf = (of: 'e' | 'm') => sql<
  z.infer<typeof TimeEntry>['task']
>`(select jsonb_build_object('id', k.id, 'title', k.title, 'project',
    jsonb_build_object('id', j.id, 'number', j.number, 'name', j.name))
  from shared_project_tasks k join shared_projects j on j.company_id = k.company_id and j.id = k.project_id
  where k.company_id = ${sql.ref(`${of}.company_id`)} and k.id = ${sql.ref(`${of}.task_id`)})`

/**
 * Returns a query of time entries. Names are subselects, because a join with the view `people`, which checks access per
 * row, would read all of it.
 */
export const timeRows = (db: Db, actor: Pick<Actor, 'kind'>) =>
  db
    .selectFrom('time_entries as e')
    .leftJoin('shared_tickets as t', (j) =>
      j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'),
    )
    .select(columns)
    .select(['t.number', 't.subject'])
    .select(taskOf('e').as('task'))
    .select((x) => [
      sql<string>`e.worked_on::text`.as('worked_on'),
      agreementOf.as('agreement'),
      drawnBy.as('drawn'),
      x.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'e.company_id').as('company'),
      x.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'e.user_id').as('worker'),
      // The database login of partners has no access to these columns.
      ...(actor.kind === 'staff'
        ? [
            x.ref('e.internal_note').as('internal_note'),
            x.ref('e.removed_at').as('removed_at'),
            x.selectFrom('people as r').select('r.full_name').whereRef('r.id', '=', 'e.removed_by').as('remover'),
          ]
        : []),
    ])
type Selected = Awaited<ReturnType<ReturnType<typeof timeRows>['execute']>>[number]
export type Row = Omit<Selected, 'internal_note' | 'removed_at' | 'remover'> &
  Partial<Record<'internal_note' | 'removed_at' | 'remover', string | null>>

const ofStaff = prepared((db, { id }: { id: string }) => timeRows(db, { kind: 'staff' }).where('e.id', '=', id))
const ofPartner = prepared((db, { id }: { id: string }) => timeRows(db, { kind: 'tenant' }).where('e.id', '=', id))
/** Returns one entry as staff see it, or as partners do; undefined when the actor has no such entry. */
export const oneRow = async (db: Db, actor: Actor, id: string): Promise<Row | undefined> =>
  (await (actor.kind === 'staff' ? ofStaff : ofPartner)(db, { id }))[0]

/** Returns the company of an entry; undefined when the actor has no such entry. */
export const getEntryCompanyId = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('time_entries').select('company_id').where('id', '=', id).executeTakeFirst())?.company_id

/** Locks an entry for a change and returns it; undefined when the actor has no such entry. */
export const lockTimeRow = (db: Db, id: string) =>
  db
    .selectFrom('time_entries')
    .select([
      'company_id',
      'id',
      'ticket_id',
      'task_id',
      'agreement_id',
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
    .select([sql<string>`worked_on::text`.as('worked_on'), isRepair(sql.ref('time_entries.ticket_id')).as('repair')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type Locked = NonNullable<Awaited<ReturnType<typeof lockTimeRow>>>

/**
 * Returns the ticket on which work on this one is booked: itself, or the one that it was merged into. Locks it until
 * the transaction ends, so that a concurrent merge also moves what is written here.
 */
export async function workedOn(db: Db, ticketId: string) {
  const [ticket] = await lockTicketForWork(db, { ticketId })
  // In a second statement: one that has waited for a merge does not see what the merge has changed in the target.
  return ticket?.merged_into ? (await lockTicketForWork(db, { ticketId: ticket.merged_into }))[0] : ticket
}
const lockTicketForWork = prepared((db, { ticketId }: { ticketId: string }) =>
  db
    .selectFrom('tickets')
    .select(['company_id', 'id', 'merged_into', 'agreement_id', isRepair(sql.ref('tickets.id')).as('repair')])
    .where('id', '=', ticketId)
    .forShare(),
)

/** Returns the task on which work is booked, with its agreement; undefined when the actor has no such task. */
export const taskWorkedOn = (db: Db, taskId: string) =>
  db
    .selectFrom('project_tasks as t')
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'))
    .select(['t.company_id', 't.id', 'p.agreement_id'])
    .where('t.id', '=', taskId)
    // Prevents another agreement of the project, and removal of the task, in the meantime. In this order, as elsewhere.
    .forShare(['p', 't'])
    .executeTakeFirst()

/** SQL for a query over project tasks: the minutes worked on each. `task` is the reference to its id. */
export const minutesOnTask = (task: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.task_id = ${sql.ref(task)} and not e.removed)`

/** SQL for a query over projects: the minutes worked on all tasks of each, or those charged for them. */
export const minutesOnProject = (project: string, what: 'minutes' | 'charged'): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(${sql.ref(`e.${what}`)}), 0)::int from shared_project_tasks k join time_entries e on e.task_id = k.id
    where k.company_id = ${sql.ref(`${project}.company_id`)} and k.project_id = ${sql.ref(`${project}.id`)} and not e.removed)`

/** SQL for a query over tickets: the minutes booked on each. `ticket` is the reference to its id. */
export const minutesOn = (ticket: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed)`

/**
 * Returns the minutes that each user has booked for today in the provider's time zone. Users without time are omitted.
 */
export const minutesToday = (db: Db): Promise<{ user_id: string; minutes: number }[]> =>
  db
    .selectFrom('time_entries')
    .select(['user_id', sql<number>`sum(minutes)::int`.as('minutes')])
    .where(sql<boolean>`worked_on = ${providerToday}`)
    .where('removed', '=', false)
    .groupBy('user_id')
    .execute()

/**
 * SQL for the billable minutes of a ticket that were booked since a moment, after multiplier and rounding. Time that a
 * price covers counts as it was worked. Zero when the moment is null.
 */
export const chargedSince = (ticket: string, since: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(coalesce(e.charged, e.minutes)), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed and e.billable and e.created_at >= ${since})`

/** The seconds that a timer ran, without pauses. */
const ran = sql<number>`kept_seconds + coalesce(extract(epoch from now() - running_since), 0)::int`

/** Returns a query of the timer of a user. */
export const timerOf = (db: Db, userId: string) =>
  db
    .selectFrom('timers as m')
    .leftJoin('shared_tickets as t', (j) =>
      j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'),
    )
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['m.id', 'm.started_at', 'm.running_since', 'm.ticket_id', 't.number', 't.subject'])
    .select(['c.id as company_id', 'c.name as company', ran.as('seconds'), taskOf('m').as('task')])
    .where('m.user_id', '=', userId)
export type TimerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof timerOf>['executeTakeFirst']>>>

/** SQL condition that is true when time was booked on a task or a timer is on it. */
export const hasTimeOn = (companyId: string, taskId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from time_entries e where e.company_id = ${companyId} and e.task_id = ${taskId})
    or exists (select from timers m where m.company_id = ${companyId} and m.task_id = ${taskId}))`
