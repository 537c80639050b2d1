import { sql } from 'kysely'
import { formatCount } from '../../contract/plain/counts.ts'
import { formatLongDay } from '../../contract/plain/dates.ts'
import { formatMinutes } from '../../contract/plain/durations.ts'
import { formatCents } from '../../contract/plain/money.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { seesMoney } from './scope.ts'

/** A company counts as quiet after this many days without activity. */
const QUIET_DAYS = 60
/** Days to look back for missed targets and low ratings. */
const LOOK_DAYS = 30
const MISSED_FROM = 3
/** An agreement that does not renew automatically is a risk from this many days before it ends. */
const ENDS_DAYS = 45
const FAILING_DAYS = 7
const MOST = 100

type Facts = {
  id: string
  name: string
  quiet: boolean
  balance: number
  missed: number
  low: number
  ending: { name: string; on: string; days: number }[]
  failing: string[]
  overdue: number
}

/** Returns up to 100 companies that may leave, most reasons first. Names amounts only to actors who see money. */
export async function listRisks(
  db: Db,
  actor: Actor,
): Promise<{ company: { id: string; name: string }; reasons: string[] }[]> {
  const { rows } = await sql<Facts>`
    with d as (select hours_day(now()) as today)
    select c.id, c.name, coalesce(b.balance, 0) as balance,
      c.created_at < now() - make_interval(days => ${QUIET_DAYS}) and exists (select from shared_tickets t where t.company_id = c.id)
        and not exists (select from shared_tickets t where t.company_id = c.id and t.created_at > now() - make_interval(days => ${QUIET_DAYS}))
        and not exists (select from shared_run_days x where x.company_id = c.id and x.day > d.today - ${QUIET_DAYS}::int)
        and not exists (select from shared_hour_ledger l where l.company_id = c.id and l.entry_id is not null and l.created_at > now() - make_interval(days => ${QUIET_DAYS})) as quiet,
      (select coalesce(sum(r.response_missed + r.resolution_missed), 0)::int from report_days r where r.company_id = c.id
        and r.client_id = '00000000-0000-0000-0000-000000000000' and r.dimension = 'priority' and r.day > d.today - ${LOOK_DAYS}::int) as missed,
      (select count(*)::int from shared_tickets t where t.company_id = c.id and t.rated_at > now() - make_interval(days => ${LOOK_DAYS}) and t.rating <= 2) as low,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'on', a.ends_on, 'days', a.ends_on - d.today) order by a.ends_on), '[]')
        from shared_agreements a where a.company_id = c.id and a.status in ('signed', 'active') and a.renewal = 'none'
          and a.ends_on between d.today and d.today + ${ENDS_DAYS}::int) as ending,
      (select coalesce(jsonb_agg(i.name order by i.name), '[]') from shared_installations i join shared_alert_episodes e
          on e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null
        where i.company_id = c.id and e.started_at < now() - make_interval(days => ${FAILING_DAYS})) as failing,
      (select coalesce(sum(greatest(0, v.total_cents - (v.paid_cents - v.refunded_cents))), 0)::int from shared_invoices v
        where v.company_id = c.id and v.status = 'open' and v.due_on < d.today) as overdue
    from companies c cross join d left join shared_hour_balances b on b.company_id = c.id
    where not c.is_internal`.execute(db)
  return rows
    .map((f) => ({ company: { id: f.id, name: f.name }, reasons: listRiskReasons(f, seesMoney(actor)) }))
    .filter((r) => r.reasons.length > 0)
    .toSorted((a, b) => b.reasons.length - a.reasons.length || a.company.name.localeCompare(b.company.name))
    .slice(0, MOST)
}

/** Returns the reasons that the facts of a company give. Pure function. */
export function listRiskReasons(f: Omit<Facts, 'id' | 'name'>, money: boolean): string[] {
  const reasons: string[] = []
  if (f.quiet)
    reasons.push(
      `No tickets, runs or hours used in ${QUIET_DAYS} days${f.balance > 0 ? `; ${formatMinutes(f.balance)} unused` : ''}`,
    )
  if (f.missed >= MISSED_FROM) reasons.push(`${f.missed} SLA targets missed in ${LOOK_DAYS} days`)
  if (f.low > 0) reasons.push(`${formatCount(f.low, 'ticket')} rated 1 or 2 out of 5 in ${LOOK_DAYS} days`)
  for (const a of f.ending)
    reasons.push(
      `${a.name} ends ${a.days === 0 ? 'today' : a.days === 1 ? 'tomorrow' : `in ${a.days} days`}, on ${formatLongDay(a.on)}, and does not renew`,
    )
  for (const name of f.failing) reasons.push(`${name} has been failing for more than ${FAILING_DAYS} days`)
  if (money && f.overdue > 0) reasons.push(`${formatCents(f.overdue)} overdue`)
  return reasons
}
