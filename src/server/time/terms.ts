// The terms that apply to work: those of the agreement of the ticket or project, else of the company's default
// agreement, else the standard terms.
import { type RawBuilder, sql } from 'kysely'
import { termsFor, type WorkTerms } from '../agreements/index.ts'
import { billedOf, getProviderToday } from '../hours/index.ts'
import type { Db } from '../platform/database/db.ts'

/** Returns how minutes are rounded under the terms. */
export const roundingOf = (t: WorkTerms) => ({ increment: t.roundingIncrement, minimum: t.roundingMinimum })

/** The subject of a booking: a ticket, or a task of a project. */
export type Subject = { ticketId: string; taskId?: undefined } | { taskId: string; ticketId?: undefined }
/** Returns the ticket or task of an entry's row. */
export const getBookingSubject = (e: { ticket_id: string | null; task_id: string | null }): Subject =>
  e.task_id === null ? { ticketId: e.ticket_id as string } : { taskId: e.task_id }
/** Returns the column that identifies the entries of a ticket or task, and its value. */
export const columnOf = (on: Subject): ['ticket_id' | 'task_id', string] =>
  on.taskId === undefined ? ['ticket_id', on.ticketId] : ['task_id', on.taskId]

/** Returns the terms that apply to work on a ticket or task on a day; today's without a day. */
export async function termsOn(db: Db, companyId: string, on: Subject, day?: string): Promise<WorkTerms> {
  const found =
    on.taskId === undefined
      ? await db
          .selectFrom('shared_tickets')
          .select('agreement_id')
          .where('company_id', '=', companyId)
          .where('id', '=', on.ticketId)
          .executeTakeFirst()
      : await db
          .selectFrom('shared_project_tasks as t')
          .innerJoin('shared_projects as p', (j) =>
            j.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.project_id'),
          )
          .select('p.agreement_id')
          .where('t.company_id', '=', companyId)
          .where('t.id', '=', on.taskId)
          .executeTakeFirst()
  return termsFor(db, companyId, found?.agreement_id ?? null, day ?? (await getProviderToday(db)))
}

/**
 * SQL condition that is true when a ticket is free of charge, because an automation opened it when it failed, or
 * because a purchased automation is set up on it. `ticket` is the ticket's id.
 */
export const isRepair = (ticket: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select r.source = 'automation' or exists (
      select from shared_installations i where i.ticket_id = r.id and i.company_id = r.company_id and i.order_id is not null)
    from shared_tickets r where r.id = ${ticket}), false)`

/** Returns the time as it is saved. That of a repair is never charged, whatever the input says. */
export const toSavedTime = <T extends { billable: boolean; reason: string | null }>(time: T, repair: boolean): T =>
  repair ? { ...time, billable: false, reason: time.reason ?? 'repair' } : time

/** Returns the percentage at which a work type counts. */
export const multiplierOf = (terms: WorkTerms, workType: string): number => terms.multipliers[workType] ?? 100

/** Returns the minutes that an entry draws on its own; null when it is not charged. */
export const chargedOf = (
  terms: WorkTerms,
  entry: { minutes: number; billable: boolean; work_type: string },
): number | null =>
  entry.billable && !terms.coversTime
    ? billedOf(entry.minutes, multiplierOf(terms, entry.work_type), roundingOf(terms))
    : null
