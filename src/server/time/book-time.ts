import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { dayIn } from '../../contract/plain/time-zone.ts'
import type { BookTime } from '../../contract/time.ts'
import { termsFor } from '../agreements/index.ts'
import { lockHours } from '../hours/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import type { TimeEntries } from '../platform/database/db.types.ts'
import { prepared } from '../platform/database/prepared.ts'
import { type By, recordAudit } from '../platform/events/audit.ts'
import { publish } from '../platform/events/publish.ts'
import { refuse } from '../platform/http/api.ts'
import { clockOf, requireOneDay } from './day.ts'
import { drawForEntry, redrawEntry } from './draw.ts'
import { dayConflicts, reasonConflict } from './policy.ts'
import { chargedOf, isRepair, multiplierOf, type Subject, termsOn, toSavedTime } from './terms.ts'
import { endTimer } from './timer.ts'

/**
 * The subject of a booking: a ticket or a task of a company, and the public reply that it belongs to, if there is one.
 */
export type Worked = Subject & {
  companyId: string
  messageId?: string
  /** The agreement of the ticket or project, if the caller has read it. */
  agreementId?: string | null
  /** Whether the ticket is a repair (`isRepair`), if the caller has read it. */
  repair?: boolean
}
/** The person who books, and the request’s origin. */
export type Booker = By

/**
 * Books time of the actor in the caller's transaction, draws it from the company's hours, and ends the timer that
 * measured it. Returns the entry's id. Throws HOURS_EXHAUSTED when there are not enough hours and the agreement allows
 * no more. Throws UNPROCESSABLE with errors at fields that are not valid, below `at` when the time is part of a larger
 * input; TIMER_GONE when the timer was stopped elsewhere, so that its time is already booked or was discarded on
 * purpose; FORBIDDEN for a partner.
 */
export async function writeBooking(
  db: Db,
  by: Booker,
  on: Worked,
  time: z.infer<typeof BookTime>,
  at: '' | 'time.' = '',
): Promise<string> {
  const { id, done } = await startBooking(db, by, on, time, at)
  await done
  return id
}

/**
 * Same as `writeBooking`, without waiting. Returns the entry's id; `done`, which settles when the time is booked or
 * refused; and `asked`, whether all queries are on their way, so that what is queried now runs after them, in one
 * packet. When the ticket is rounded as a whole, more queries follow, so wait for `done`.
 */
export async function startBooking(
  db: Db,
  by: Booker,
  on: Worked,
  sent: z.infer<typeof BookTime>,
  at: '' | 'time.' = '',
): Promise<{ id: string; done: Promise<void>; asked: boolean }> {
  const { actor } = by
  if (actor.kind !== 'staff') throw refuse('FORBIDDEN')
  const time = toSavedTime(sent, on.repair ?? (await repairs(db, on)))
  const clock = await clockOf(db, actor.userId)
  const now = Date.now()
  const worked_on = time.workedOn ?? dayIn(clock.zone, time.startedAt ? Date.parse(time.startedAt) : now)
  const wrong = reasonConflict(time) ?? dayConflicts({ ...time, workedOn: worked_on }, clock, now)
  if (wrong) throw refuse('UNPROCESSABLE', { fields: prefixed(wrong, at) })
  if (time.timerId) await endTimer(db, actor, time.timerId)
  const id = uuid()
  const terms =
    on.agreementId === undefined
      ? await termsOn(db, on.companyId, on, worked_on)
      : await termsFor(db, on.companyId, on.agreementId, worked_on)
  const alone = terms.roundingPer === 'entry'
  const charged = chargedOf(terms, { ...time, work_type: time.workType })
  const values = {
    minutes: time.minutes,
    work_type: time.workType,
    billable: time.billable,
    reason: time.billable ? null : time.reason,
    note: time.note,
    internal_note: time.internalNote || null,
    started_at: time.startedAt,
    worked_on,
  }
  const written = insert(db, {
    ...values,
    company_id: on.companyId,
    id,
    ticket_id: on.ticketId ?? null,
    task_id: on.taskId ?? null,
    message_id: on.messageId ?? null,
    user_id: actor.userId,
    agreement_id: terms.agreementId,
    multiplier: time.billable ? multiplierOf(terms, time.workType) : 100,
    charged: alone ? charged : null,
  })
  // The next queries leave in one packet with the insert. If there are not enough hours, report that error.
  const drawn = alone
    ? drawForEntry(db, by, terms, { companyId: on.companyId, id, charged }, at)
    : drawShare(db, by, on, { id, charged }, at)
  const publications = [
    recordAudit(db, by, {
      companyId: on.companyId,
      action: 'time.book',
      subjectType: 'time_entry',
      subjectId: id,
      after: auditedFields(values),
    }),
    publishTimeChange(db, actor, on.companyId, on, id),
  ]
  const fits = alone ? requireOneDay(db, actor.userId, worked_on, at) : undefined
  const all = async () => {
    await written
    await drawn
    await Promise.all(publications)
    await (fits ?? requireOneDay(db, actor.userId, worked_on, at))
  }
  const done = all()
  for (const one of [drawn, ...publications, done, ...(fits ? [fits] : [])]) one.catch(() => {})
  return { id, done, asked: alone }
}

const repairs = async (db: Db, on: Worked): Promise<boolean> =>
  on.ticketId !== undefined &&
  (
    await db
      .selectFrom('shared_tickets')
      .select(isRepair(sql.ref('shared_tickets.id')).as('is'))
      .where('id', '=', on.ticketId)
      .executeTakeFirst()
  )?.is === true

type Written = Pick<
  Insertable<TimeEntries>,
  | 'company_id'
  | 'id'
  | 'ticket_id'
  | 'task_id'
  | 'message_id'
  | 'user_id'
  | 'minutes'
  | 'worked_on'
  | 'started_at'
  | 'work_type'
  | 'billable'
  | 'reason'
  | 'note'
  | 'internal_note'
  | 'agreement_id'
  | 'charged'
  | 'multiplier'
>
const insert = prepared((db, row: Required<Written>) => db.insertInto('time_entries').values(row))

/** Draws for a new entry of a ticket that is rounded as a whole: the amount by which the rounded total grows. */
async function drawShare(
  db: Db,
  by: Booker,
  on: Worked,
  entry: { id: string; charged: number | null },
  at: '' | 'time.',
): Promise<void> {
  if (entry.charged === null) return
  await lockHours(db, on.companyId)
  await redrawEntry(db, by, on, [entry.id], 'own', at)
}

const prefixed = (fields: Record<string, string[]>, at: string) =>
  Object.fromEntries(Object.entries(fields).map(([name, words]) => [`${at}${name}`, words]))

type Facts = {
  minutes: number
  worked_on: string
  started_at: string | null
  work_type: string
  billable: boolean
  reason: string | null
  note: string
  internal_note: string | null
}
/** Returns the fields of an entry that its history shows, by their names in the API. */
export const auditedFields = (e: Facts): object => ({
  minutes: e.minutes,
  workedOn: e.worked_on,
  startedAt: e.started_at,
  workType: e.work_type,
  billable: e.billable,
  reason: e.reason,
  note: e.note,
  internalNote: e.internal_note,
})

/** Publishes that the time of a ticket, or of a task's project, has changed, so that open pages update. */
export async function publishTimeChange(
  db: Db,
  actor: Actor,
  companyId: string,
  on: Subject,
  entryId: string,
): Promise<void> {
  if (on.taskId === undefined)
    return publish(db, actor, { companyId, topic: 'ticket', kind: 'time', subjectId: on.ticketId, data: { entryId } })
  const { project_id } = await db
    .selectFrom('shared_project_tasks')
    .select('project_id')
    .where('company_id', '=', companyId)
    .where('id', '=', on.taskId)
    .executeTakeFirstOrThrow()
  const data = { entryId, taskId: on.taskId }
  await publish(db, actor, { companyId, topic: 'project', kind: 'time', subjectId: project_id, data })
}
