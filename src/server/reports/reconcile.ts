// Counts what the rolled-up days say once more from tickets and ledger, in another way than they were reckoned. It reports
// and never mends, as the comparisons of hours do.
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Platform } from '../platform/platform.ts'

const KIND = 'report_day'
type Difference = { company_id: string; day: string; expected: object; found: object }

/** Keeps every day that does not agree as a finding and closes those that agree again. Gives how many are open now. */
export function reconcile({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // What is marked has still to be reckoned: no difference yet.
      const { rows } = await sql<Difference>`
        with zones as (select c.id, company_zone(c.id) as zone from companies c where not exists (select from report_marks m where m.company_id = c.id)),
        counted as (
          select company_id, day, sum(opened)::int as opened, sum(resolved)::int as resolved, sum(answered)::int as answered, sum(drawn)::int as drawn from (
            select t.company_id, (t.created_at at time zone z.zone)::date as day, 1 as opened, 0 as resolved, 0 as answered, 0 as drawn
              from tickets t join zones z on z.id = t.company_id where t.merged_into is null
            union all select t.company_id, (coalesce(t.resolved_at, t.closed_at) at time zone z.zone)::date, 0, 1, 0, 0
              from tickets t join zones z on z.id = t.company_id where t.merged_into is null and coalesce(t.resolved_at, t.closed_at) is not null
            union all select t.company_id, (t.first_response_at at time zone z.zone)::date, 0, 0, 1, 0
              from tickets t join zones z on z.id = t.company_id where t.merged_into is null and t.first_response_at is not null
            union all select l.company_id, (l.created_at at time zone z.zone)::date, 0, 0, 0, -l.minutes
              from hour_ledger l join zones z on z.id = l.company_id where l.entry_id is not null) x
          group by 1, 2),
        kept as (
          select company_id, day, sum(opened)::int as opened, sum(resolved)::int as resolved, sum(answered)::int as answered, sum(drawn)::int as drawn from (
            select r.company_id, r.day, r.opened, r.resolved, cardinality(r.responses) as answered, 0 as drawn from report_days r
              join zones z on z.id = r.company_id where r.dimension = 'priority' and r.client_id = '00000000-0000-0000-0000-000000000000'
            union all select r.company_id, r.day, 0, 0, 0, r.drawn from report_hours r
              join zones z on z.id = r.company_id where r.client_id = '00000000-0000-0000-0000-000000000000') x
          group by 1, 2)
        select coalesce(c.company_id, k.company_id) as company_id, coalesce(c.day, k.day)::text as day,
          jsonb_build_object('opened', coalesce(c.opened, 0), 'resolved', coalesce(c.resolved, 0), 'answered', coalesce(c.answered, 0), 'drawn', coalesce(c.drawn, 0)) as expected,
          jsonb_build_object('opened', coalesce(k.opened, 0), 'resolved', coalesce(k.resolved, 0), 'answered', coalesce(k.answered, 0), 'drawn', coalesce(k.drawn, 0)) as found
        from counted c full join kept k on k.company_id = c.company_id and k.day = c.day
        where (coalesce(c.opened, 0), coalesce(c.resolved, 0), coalesce(c.answered, 0), coalesce(c.drawn, 0))
          <> (coalesce(k.opened, 0), coalesce(k.resolved, 0), coalesce(k.answered, 0), coalesce(k.drawn, 0))
        order by 1, 2 limit 1000`.execute(tx)
      const open: string[] = []
      for (const d of rows) {
        const kept = { expected: JSON.stringify(d.expected), found: JSON.stringify(d.found) }
        const { id } = await tx
          .insertInto('findings')
          .values({
            company_id: d.company_id,
            id: uuid(),
            kind: KIND,
            title: `The report of ${d.day} differs from a recount`,
            ...kept,
          })
          .onConflict((c) =>
            c
              .columns(['company_id', 'kind', 'title'])
              .where('resolved_at', 'is', null)
              .doUpdateSet({ ...kept, last_seen_at: sql<string>`now()` }),
          )
          .returning('id')
          .executeTakeFirstOrThrow()
        open.push(id)
      }
      await tx
        .updateTable('findings')
        .set({ resolved_at: sql<string>`now()`, resolution: 'Not found again.' })
        .where('kind', '=', KIND)
        .where('resolved_at', 'is', null)
        .where(sql<boolean>`not id = any(${open}::uuid[])`)
        .execute()
      return rows.length
    })
}
