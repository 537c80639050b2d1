import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TimeEntry } from '../../contract/time.ts'
import { today } from '../hours/index.ts'
import type { Actor, Db } from '../platform/db.ts'
import { prepared } from '../platform/prepared.ts'
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

/** What an entry draws now, block by block: its lines, less what was taken back. */
type Drawn = { drawn: { block: { id: string; name: string } | null; minutes: number }[]; overage: number }
const drawnBy = sql<Drawn | null>`(select jsonb_build_object(
    'drawn', coalesce(jsonb_agg(jsonb_build_object('block', case when d.block_id is not null
      then jsonb_build_object('id', d.block_id, 'name', d.name) end, 'minutes', d.minutes) order by d.line) filter (where d.minutes <> 0), '[]'),
    'overage', coalesce(sum(d.overage), 0))
  from (select l.block_id, k.name, -sum(l.minutes)::int as minutes, sum(l.overage)::int as overage, max(l.id) as line
    from hour_ledger l left join hour_blocks k on k.company_id = l.company_id and k.id = l.block_id
    where l.company_id = e.company_id and l.entry_id = e.id group by l.block_id, k.name) d)`
const agreementOf = sql<{ id: string; number: number; name: string } | null>`(select
  jsonb_build_object('id', a.id, 'number', a.number, 'name', a.name) from agreements a
  where a.company_id = e.company_id and a.id = e.agreement_id)`

/** The task of an entry or timer, which is `of` in its query. */
const taskOf = (of: 'e' | 'm') => sql<
  z.infer<typeof TimeEntry>['task']
>`(select jsonb_build_object('id', k.id, 'title', k.title, 'project',
    jsonb_build_object('id', j.id, 'number', j.number, 'name', j.name))
  from project_tasks k join projects j on j.company_id = k.company_id and j.id = k.project_id
  where k.company_id = ${sql.ref(`${of}.company_id`)} and k.id = ${sql.ref(`${of}.task_id`)})`

/** Rows of time. The names are sub-selects: a join with the fenced view `people` would read all of it. */
export const rows = (db: Db, actor: Pick<Actor, 'kind'>) =>
  db
    .selectFrom('time_entries as e')
    .leftJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'e.company_id').onRef('t.id', '=', 'e.ticket_id'))
    .select(columns)
    .select(['t.number', 't.subject'])
    .select(taskOf('e').as('task'))
    .select((x) => [
      sql<string>`e.worked_on::text`.as('worked_on'),
      agreementOf.as('agreement'),
      drawnBy.as('drawn'),
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

const ofStaff = prepared((db, { id }: { id: string }) => rows(db, { kind: 'staff' }).where('e.id', '=', id))
const ofPartner = prepared((db, { id }: { id: string }) => rows(db, { kind: 'tenant' }).where('e.id', '=', id))
/** One entry as staff see it, or as partners do; undefined when the actor has no such entry. */
export const oneRow = async (db: Db, actor: Actor, id: string): Promise<Row | undefined> =>
  (await (actor.kind === 'staff' ? ofStaff : ofPartner)(db, { id }))[0]

/** Whose entry it is; undefined when the actor has no such entry. */
export const companyOf = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('time_entries').select('company_id').where('id', '=', id).executeTakeFirst())?.company_id

/** Locks an entry for a change; undefined when the actor has no such entry. */
export const lock = (db: Db, id: string) =>
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
export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

/**
 * The ticket that work on this one counts for: itself, or the one that it was merged into. Held until the transaction
 * ends, so that a merge at the same moment takes along what is written here.
 */
export const workedOn = async (db: Db, ticketId: string) => (await held(db, { ticketId }))[0]
const held = prepared((db, { ticketId }: { ticketId: string }) =>
  db
    .selectFrom('tickets')
    .select([
      'company_id',
      sql<string>`coalesce(merged_into, id)`.as('id'),
      sql<string | null>`case when merged_into is null then agreement_id
        else (select o.agreement_id from tickets o where o.company_id = tickets.company_id and o.id = tickets.merged_into) end`.as(
        'agreement_id',
      ),
      isRepair(sql`coalesce(tickets.merged_into, tickets.id)`).as('repair'),
    ])
    .where('id', '=', ticketId)
    .forShare(),
)

/** The task that work counts for, with what decides about it; undefined when the actor has no such task. */
export const taskWorkedOn = (db: Db, taskId: string) =>
  db
    .selectFrom('project_tasks as t')
    .innerJoin('projects as p', (j) => j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'))
    .select(['t.company_id', 't.id', 'p.agreement_id'])
    .where('t.id', '=', taskId)
    // Nobody removes the task meanwhile.
    .forShare('t')
    .executeTakeFirst()

/** As a column of a query over tasks of projects: the minutes worked on each. `task` is the reference of its id. */
export const minutesOnTask = (task: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.task_id = ${sql.ref(task)} and not e.removed)`

/** As a column of a query over projects: the minutes worked on all tasks of each, or what was charged of them. */
export const minutesOnProject = (project: string, what: 'minutes' | 'charged'): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(${sql.ref(`e.${what}`)}), 0)::int from project_tasks k join time_entries e on e.task_id = k.id
    where k.company_id = ${sql.ref(`${project}.company_id`)} and k.project_id = ${sql.ref(`${project}.id`)} and not e.removed)`

/** As a column of a query over tickets: the minutes booked on each. `ticket` is the reference of its id. */
export const minutesOn = (ticket: string): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(e.minutes), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed)`

/** How many minutes everybody of the provider has booked for today, where the provider works; who has none is not there. */
export const minutesToday = (db: Db): Promise<{ user_id: string; minutes: number }[]> =>
  db
    .selectFrom('time_entries')
    .select(['user_id', sql<number>`sum(minutes)::int`.as('minutes')])
    .where(sql<boolean>`worked_on = ${today}`)
    .where('removed', '=', false)
    .groupBy('user_id')
    .execute()

/** What was charged of it since a moment, after multiplier and rounding; what a price covers counts as it was worked. None when that is null. */
export const chargedSince = (ticket: string, since: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(coalesce(e.charged, e.minutes)), 0)::int from time_entries e where e.ticket_id = ${sql.ref(ticket)} and not e.removed and e.billable and e.created_at >= ${since})`

/** How long a timer ran without its pauses, in seconds. */
const ran = sql<number>`kept_seconds + coalesce(extract(epoch from now() - running_since), 0)::int`

/** The actor's timer. */
export const timerOf = (db: Db, userId: string) =>
  db
    .selectFrom('timers as m')
    .leftJoin('tickets as t', (j) => j.onRef('t.company_id', '=', 'm.company_id').onRef('t.id', '=', 'm.ticket_id'))
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['m.id', 'm.started_at', 'm.running_since', 'm.ticket_id', 't.number', 't.subject'])
    .select(['c.id as company_id', 'c.name as company', ran.as('seconds'), taskOf('m').as('task')])
    .where('m.user_id', '=', userId)
export type TimerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof timerOf>['executeTakeFirst']>>>
