import { sql } from 'kysely'
import type { Handle } from '../platform/database/db.ts'

/**
 * Overage to bill under one agreement: the minutes, the days on which they were worked, and the id of their last ledger
 * line. A day has a negative number when time that was billed earlier was reversed.
 */
export type UnbilledOverage = {
  agreementId: string
  minutes: number
  upTo: number
  days: { day: string; minutes: number }[]
}

/**
 * Returns the overage per agreement that was logged before a given time and that no invoice includes yet, in minutes.
 * Reversed time is deducted, even if it was billed earlier. Omits agreements whose sum is not positive. Locks the
 * company's hours, so that `markOverageBilled` in the same transaction covers exactly these minutes.
 */
export async function unbilledOverage(db: Handle, companyId: string, before: string): Promise<UnbilledOverage[]> {
  await sql`select hours_lock_balance_for_caller(${companyId})`.execute(db)
  const { rows } = await sql<UnbilledOverage>`
    select "agreementId", sum(minutes)::int as minutes, max("upTo") as "upTo",
      json_agg(json_build_object('day', day, 'minutes', minutes) order by day) filter (where minutes <> 0) as days
    from (
      select l.agreement_id as "agreementId", coalesce(e.worked_on, hours_day(l.created_at))::text as day,
        sum(l.overage)::int as minutes, max(l.id) as "upTo"
      from hour_ledger l
      left join hour_overage_marks m on m.company_id = l.company_id and m.agreement_id = l.agreement_id
      left join shared_time_entries e on e.company_id = l.company_id and e.id = l.entry_id
      where l.company_id = ${companyId} and l.overage <> 0 and l.created_at < ${before}::timestamptz and l.agreement_id is not null
        and l.id > coalesce(m.billed_up_to, 0)
      group by 1, 2) as by_day
    group by 1 having sum(minutes) > 0 order by 1`.execute(db)
  return rows
}

/**
 * Marks these minutes as billed, so that they are not returned again. Call it in the transaction that creates the
 * order.
 */
export async function markOverageBilled(
  db: Handle,
  companyId: string,
  { agreementId, upTo }: Pick<UnbilledOverage, 'agreementId' | 'upTo'>,
): Promise<void> {
  await sql`insert into hour_overage_marks (company_id, agreement_id, billed_up_to) values (${companyId}, ${agreementId}, ${upTo})
    on conflict (company_id, agreement_id) do update set billed_up_to = greatest(hour_overage_marks.billed_up_to, excluded.billed_up_to),
      updated_at = now()`.execute(db)
}
