import { sql } from 'kysely'
import type { z } from 'zod'
import type { LedgerFilter } from '../../contract/hours.ts'
import type { Db } from '../platform/database/db.ts'

export type Filter = z.infer<typeof LedgerFilter>

/** Returns the SQL condition for the lines (`l`) of one company that match the filter. */
function narrow(companyId: string, f: Filter) {
  const all = [sql<boolean>`l.company_id = ${companyId}`]
  if (f.kind) all.push(sql<boolean>`l.kind = any(${f.kind})`)
  if (f.block) all.push(sql<boolean>`l.block_id = ${f.block}`)
  if (f.entry) all.push(sql<boolean>`l.entry_id = ${f.entry}`)
  if (f.agreement) all.push(sql<boolean>`l.agreement_id = ${f.agreement}`)
  if (f.ticket)
    all.push(
      sql<boolean>`l.entry_id in (select e.id from shared_time_entries e where e.company_id = ${companyId} and e.ticket_id = ${f.ticket})`,
    )
  if (f.project)
    all.push(
      sql<boolean>`l.entry_id in (select e.id from shared_time_entries e join shared_project_tasks k on k.company_id = e.company_id and k.id = e.task_id
        where e.company_id = ${companyId} and k.project_id = ${f.project})`,
    )
  // The company's days, as in reports, so that both show the same sums for the same dates.
  const zone = sql`company_zone(${companyId}::uuid)`
  if (f.from) all.push(sql<boolean>`l.created_at >= (${f.from}::date::timestamp at time zone ${zone})`)
  if (f.to) all.push(sql<boolean>`l.created_at < ((${f.to}::date + 1)::timestamp at time zone ${zone})`)
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

type Named = { id: string; number: number; name: string }
export type Entry = {
  id: string
  workedOn: string
  minutes: number
  charged: number | null
  multiplier: number
  workType: string
  note: string
  removed: boolean
  worker: string | null
  ticket: { id: string; number: number; subject: string } | null
  task: { id: string; title: string; project: Named } | null
}

/**
 * Returns the query of ledger lines that match the filter, in its sort order, after the cursor. Names are subselects,
 * so that they are read only for the lines of the page.
 */
export function filterMovements(
  db: Db,
  companyId: string,
  f: Filter,
  after: { value: string } | undefined,
  limit: number,
) {
  let query = db
    .selectFrom('hour_ledger as l')
    .select(['l.id', 'l.company_id', 'l.kind', 'l.minutes', 'l.overage', 'l.balance_after', 'l.block_id', 'l.reverses'])
    .select(['l.actor_id', 'l.reason', 'l.created_at', 'l.entry_id'])
    .select((x) => [
      x.selectFrom('companies as c').select('c.name').whereRef('c.id', '=', 'l.company_id').as('company'),
      x
        .selectFrom('hour_blocks as k')
        .select('k.name')
        .whereRef('k.company_id', '=', 'l.company_id')
        .whereRef('k.id', '=', 'l.block_id')
        .as('block'),
      x.selectFrom('people as p').select('p.full_name').whereRef('p.id', '=', 'l.actor_id').as('actor'),
      sql<Entry | null>`(select jsonb_build_object('id', e.id, 'workedOn', e.worked_on, 'minutes', e.minutes, 'charged', e.charged,
          'multiplier', e.multiplier, 'workType', e.work_type, 'note', e.note, 'removed', e.removed,
          'worker', (select p.full_name from people p where p.id = e.user_id),
          'ticket', (select jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject) from shared_tickets t
            where t.company_id = e.company_id and t.id = e.ticket_id),
          'task', (select jsonb_build_object('id', k.id, 'title', k.title, 'project',
              jsonb_build_object('id', j.id, 'number', j.number, 'name', j.name))
            from shared_project_tasks k join shared_projects j on j.company_id = k.company_id and j.id = k.project_id
            where k.company_id = e.company_id and k.id = e.task_id))
        from shared_time_entries e where e.company_id = l.company_id and e.id = l.entry_id)`.as('entry'),
      sql<Named | null>`(select jsonb_build_object('id', a.id, 'number', a.number, 'name', a.name) from shared_agreements a
        where a.company_id = l.company_id and a.id = l.agreement_id)`.as('agreement'),
    ])
    .where(narrow(companyId, f))
    .orderBy('l.id', f.order)
    .limit(limit)
  if (after) query = query.where(sql<boolean>`l.id ${sql.raw(f.order === 'asc' ? '>' : '<')} ${after.value}::bigint`)
  return query
}
export type Row = Awaited<ReturnType<ReturnType<typeof filterMovements>['execute']>>[number]

/**
 * Sums of ledger lines (`l`) in minutes, by kind. The balance changes by added − drawn − expired − taken; `taken` was
 * revoked, deducted or rolled over.
 */
export const SUMS = {
  added: sql<number>`coalesce(sum(l.minutes) filter (where l.entry_id is null and (l.kind in ('purchase', 'grant') or l.kind = 'adjustment' and l.minutes > 0)), 0)::int`,
  drawn: sql<number>`-coalesce(sum(l.minutes) filter (where l.entry_id is not null), 0)::int`,
  // A reversal without a time entry is positive when expired minutes are restored, and negative when minutes are
  // revoked, for example by a refund.
  expired: sql<number>`-coalesce(sum(l.minutes) filter (where l.kind = 'expiry' or l.kind = 'reversal' and l.entry_id is null and l.minutes > 0), 0)::int`,
  taken: sql<number>`-coalesce(sum(l.minutes) filter (where l.entry_id is null and l.kind in ('reversal', 'adjustment', 'rollover') and (l.minutes < 0 or l.kind = 'rollover')), 0)::int`,
}

/** Returns the number of ledger lines that match the filter, and their sums in minutes. */
export const sumMovements = (db: Db, companyId: string, f: Filter) =>
  db
    .selectFrom('hour_ledger as l')
    .select([
      sql<number>`count(*)::int`.as('lines'),
      SUMS.added.as('added'),
      SUMS.drawn.as('drawn'),
      SUMS.expired.as('expired'),
      SUMS.taken.as('taken'),
      sql<number>`coalesce(sum(l.overage), 0)::int`.as('overage'),
    ])
    .where(narrow(companyId, f))
    .executeTakeFirstOrThrow()
