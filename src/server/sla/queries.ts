import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** Returns a query for policies that are not archived, with their calendar and the companies that have them. */
export const slaPolicies = (db: Db) =>
  db
    .selectFrom('sla_policies as p')
    .innerJoin('sla_calendars as c', (j) =>
      j.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.calendar_id'),
    )
    .select([
      'p.id',
      'p.name',
      'p.targets',
      'p.is_default',
      'p.version',
      'p.created_at',
      'p.updated_at',
      'p.calendar_id',
    ])
    .select(['c.name as calendar', 'c.time_zone', 'c.hours'])
    .select(
      sql<
        { id: string; name: string }[]
      >`(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name), '[]')
        from companies o where o.sla_policy_id = p.id)`.as('companies'),
    )
    .where('p.archived_at', 'is', null)
    .orderBy('p.is_default', 'desc')
    .orderBy(sql`lower(p.name)`)
    .orderBy('p.id')

/** Returns a query for calendars that are not archived, with the number of policies that use them. */
export const slaCalendars = (db: Db) =>
  db
    .selectFrom('sla_calendars as c')
    .select(['c.id', 'c.name', 'c.time_zone', 'c.hours', 'c.holidays', 'c.version', 'c.created_at', 'c.updated_at'])
    .select(
      sql<number>`(select count(*)::int from sla_policies p where p.company_id = c.company_id and p.calendar_id = c.id and p.archived_at is null)`.as(
        'policies',
      ),
    )
    .where('c.archived_at', 'is', null)
    .orderBy(sql`lower(c.name)`)
    .orderBy('c.id')

export type PolicyRow = Awaited<ReturnType<ReturnType<typeof slaPolicies>['execute']>>[number]
export type CalendarRow = Awaited<ReturnType<ReturnType<typeof slaCalendars>['execute']>>[number]
