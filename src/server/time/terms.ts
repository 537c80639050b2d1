// Under which terms work counts: those of the ticket's agreement or of the project's, else of the company's default, else the standard ones.
import { type RawBuilder, sql } from 'kysely'
import { termsFor, type WorkTerms } from '../agreements/index.ts'
import { billedOf } from '../hours/index.ts'
import type { Db } from '../platform/db.ts'

/** How minutes are rounded under the terms. */
export const roundingOf = (t: WorkTerms) => ({ increment: t.roundingIncrement, minimum: t.roundingMinimum })

/** The day that it is where the provider works: months and blocks of hours end with it. */
export async function providerDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select hours_day(now())::text as day`.execute(db)
  return (rows[0] as { day: string }).day
}

/** What time is about: a ticket, or a task of a project. */
export type Subject = { ticketId: string; taskId?: undefined } | { taskId: string; ticketId?: undefined }
/** The subject of an entry as its row has it. */
export const subjectOf = (e: { ticket_id: string | null; task_id: string | null }): Subject =>
  e.task_id === null ? { ticketId: e.ticket_id as string } : { taskId: e.task_id }
/** Entries of one subject: their column and its value. */
export const columnOf = (on: Subject): ['ticket_id' | 'task_id', string] =>
  on.taskId === undefined ? ['ticket_id', on.ticketId] : ['task_id', on.taskId]

/** The terms under which work of a day on a ticket or task counts; today's when no day is named. */
export async function termsOn(db: Db, companyId: string, on: Subject, day?: string): Promise<WorkTerms> {
  const found =
    on.taskId === undefined
      ? await db
          .selectFrom('tickets')
          .select('agreement_id')
          .where('company_id', '=', companyId)
          .where('id', '=', on.ticketId)
          .executeTakeFirst()
      : await db
          .selectFrom('project_tasks as t')
          .innerJoin('projects as p', (j) =>
            j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'),
          )
          .select('p.agreement_id')
          .where('t.company_id', '=', companyId)
          .where('t.id', '=', on.taskId)
          .executeTakeFirst()
  return termsFor(db, companyId, found?.agreement_id ?? null, day ?? (await providerDay(db)))
}

/**
 * A ticket that an automation opened because it fails, or on which one that was bought is set up: both are on the provider.
 * `ticket` is its id.
 */
export const isRepair = (ticket: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select r.source = 'automation' or exists (
      select from installations i where i.ticket_id = r.id and i.company_id = r.company_id and i.order_id is not null)
    from tickets r where r.id = ${ticket}), false)`

/** Time as it is kept: that of a repair is not charged, whatever was said of it. */
export const uncharged = <T extends { billable: boolean; reason: string | null }>(time: T, repair: boolean): T =>
  repair ? { ...time, billable: false, reason: time.reason ?? 'repair' } : time

/** Percent that this kind of work counts. */
export const multiplierOf = (terms: WorkTerms, workType: string): number => terms.multipliers[workType] ?? 100

/** What an entry draws when it stands alone; null: nothing. */
export const chargedOf = (
  terms: WorkTerms,
  entry: { minutes: number; billable: boolean; work_type: string },
): number | null =>
  entry.billable && !terms.coversTime
    ? billedOf(entry.minutes, multiplierOf(terms, entry.work_type), roundingOf(terms))
    : null
