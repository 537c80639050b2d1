import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { BookTime } from '../../contract/time.ts'
import { termsFor } from '../agreements/index.ts'
import { holdHours } from '../hours/index.ts'
import { refuse } from '../platform/api.ts'
import { type By, record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { TimeEntries } from '../platform/db.types.ts'
import { prepared } from '../platform/prepared.ts'
import { publish } from '../platform/publish.ts'
import { drawAgain, drawNew } from './draw.ts'
import { misfits } from './policy.ts'
import { chargedOf, isRepair, multiplierOf, providerDay, type Subject, termsOn, uncharged } from './terms.ts'
import { endTimer } from './timer.ts'

/** What time is booked on: a ticket or a task of a company, and the public reply that it goes with if there is one. */
export type Worked = Subject & {
  companyId: string
  messageId?: string
  /** The one of the ticket or project, if whoever asks has read it. */
  agreementId?: string | null
  /** Whether the ticket was opened by an automation that fails, if whoever asks has read it. */
  repair?: boolean
}
/** Who does it, and from where. */
export type Booker = By

/**
 * Books time of the actor in the caller's transaction, draws it from the hours of the company, gives the entry's id, and
 * ends the timer that measured it. HOURS_EXHAUSTED where the hours do not reach and the agreement allows no more.
 * UNPROCESSABLE with words beside fields that do not fit, below `at` when the time is part of a larger input;
 * TIMER_GONE when the timer was stopped elsewhere: its time is booked by then, or thrown away on purpose.
 */
export async function bookTime(
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
 * The same without waiting. `asked`: all of it is on its way, so that whatever is asked now comes after it, in one packet.
 * Where the ticket is rounded as a whole there is more to ask: wait for `done`.
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
  const time = uncharged(sent, on.repair ?? (await repairs(db, on)))
  const wrong = misfits(time, Date.now())
  if (wrong) throw refuse('UNPROCESSABLE', { fields: prefixed(wrong, at) })
  if (time.timerId) await endTimer(db, actor, time.timerId)
  const id = uuid()
  const worked_on = time.workedOn ?? (await providerDay(db))
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
  // What follows leaves in one packet with it. Where the hours refuse, theirs is the refusal to be told.
  const drawn = alone
    ? drawNew(db, by, terms, { companyId: on.companyId, id, charged }, at)
    : drawShare(db, by, on, { id, charged }, at)
  const told = [
    record(db, by, {
      companyId: on.companyId,
      action: 'time.book',
      subjectType: 'time_entry',
      subjectId: id,
      after: auditable(values),
    }),
    tell(db, actor, on.companyId, on, id),
  ]
  const all = async () => {
    await written
    await drawn
    await Promise.all(told)
  }
  const done = all()
  for (const one of [drawn, ...told, done]) one.catch(() => {})
  return { id, done, asked: alone }
}

const repairs = async (db: Db, on: Worked): Promise<boolean> =>
  on.ticketId !== undefined &&
  (
    await db
      .selectFrom('tickets')
      .select(isRepair(sql.ref('tickets.id')).as('is'))
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

/** Where the ticket is rounded as a whole, the new entry carries what the whole grows by. */
async function drawShare(
  db: Db,
  by: Booker,
  on: Worked,
  entry: { id: string; charged: number | null },
  at: '' | 'time.',
): Promise<void> {
  if (entry.charged === null) return
  await holdHours(db, on.companyId)
  await drawAgain(db, by, on, [entry.id], 'own', at)
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
/** What of an entry stands in its history, in the names of the API. */
export const auditable = (e: Facts): object => ({
  minutes: e.minutes,
  workedOn: e.worked_on,
  startedAt: e.started_at,
  workType: e.work_type,
  billable: e.billable,
  reason: e.reason,
  note: e.note,
  internalNote: e.internal_note,
})

/** The open pages of a ticket, or of the project of a task, hear that its time changed. */
export async function tell(db: Db, actor: Actor, companyId: string, on: Subject, entryId: string): Promise<void> {
  if (on.taskId === undefined)
    return publish(db, actor, { companyId, topic: 'ticket', kind: 'time', subjectId: on.ticketId, data: { entryId } })
  const { project_id } = await db
    .selectFrom('project_tasks')
    .select('project_id')
    .where('company_id', '=', companyId)
    .where('id', '=', on.taskId)
    .executeTakeFirstOrThrow()
  const data = { entryId, taskId: on.taskId }
  await publish(db, actor, { companyId, topic: 'project', kind: 'time', subjectId: project_id, data })
}
