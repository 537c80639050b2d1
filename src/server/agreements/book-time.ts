import { type Insertable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import type { BookTime } from '../../contract/agreements.ts'
import { refuse } from '../platform/api.ts'
import { type By, record } from '../platform/audit.ts'
import type { Actor, Db } from '../platform/db.ts'
import type { TimeEntries } from '../platform/db.types.ts'
import { publish } from '../platform/publish.ts'
import { misfits } from './policy.ts'
import { endTimer } from './timer.ts'

/** What time is booked on: a ticket of a company, and the public reply that it goes with if there is one. */
export type Worked = { companyId: string; ticketId: string; messageId?: string }
/** Who does it, and from where. */
export type Booker = By

/**
 * Books time of the actor in the caller's transaction, gives the entry's id, and ends the timer that measured it.
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
  const { actor } = by
  if (actor.kind !== 'staff') throw refuse('FORBIDDEN')
  const wrong = misfits(time, Date.now())
  if (wrong) throw refuse('UNPROCESSABLE', { fields: prefixed(wrong, at) })
  if (time.timerId) await endTimer(db, actor, time.timerId)
  const id = uuid()
  const values = {
    minutes: time.minutes,
    work_type: time.workType,
    billable: time.billable,
    reason: time.billable ? null : time.reason,
    note: time.note,
    internal_note: time.internalNote || null,
    started_at: time.startedAt,
  } satisfies Partial<Insertable<TimeEntries>>
  const { worked_on } = await db
    .insertInto('time_entries')
    .values({
      ...values,
      company_id: on.companyId,
      id,
      ticket_id: on.ticketId,
      message_id: on.messageId ?? null,
      user_id: actor.userId,
      worked_on: time.workedOn ?? sql<string>`(now() at time zone 'UTC')::date`,
    })
    .returning(sql<string>`worked_on::text`.as('worked_on'))
    .executeTakeFirstOrThrow()
  await record(db, by, {
    companyId: on.companyId,
    action: 'time.book',
    subjectType: 'time_entry',
    subjectId: id,
    after: auditable({ ...values, worked_on }),
  })
  await tell(db, actor, on.companyId, on.ticketId, id)
  return id
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

/** The open pages of a ticket hear that its time changed. */
export const tell = (db: Db, actor: Actor, companyId: string, ticketId: string | null, entryId: string) =>
  publish(db, actor, { companyId, topic: 'ticket', kind: 'time', subjectId: ticketId ?? entryId, data: { entryId } })
