import { sql } from 'kysely'
import type { Actor, Db } from '../platform/db.ts'
import { showCents, showDay, showMinutes } from '../platform/words.ts'
import { seesMoney } from './scope.ts'
import { counted } from './words.ts'

/** Days without a sign of life after which a company is quiet. */
const QUIET_DAYS = 60
/** Days that are looked back for missed promises and low ratings. */
const LOOK_DAYS = 30
const MISSED_FROM = 3
/** Days before the end of an agreement that does not renew by itself. */
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

/** Companies that may leave, each with every reason in words; money only for who sees it. The most reasons first. */
export async function risks(
  db: Db,
  actor: Actor,
): Promise<{ company: { id: string; name: string }; reasons: string[] }[]> {
  const { rows } = await sql<Facts>`
    with d as (select hours_day(now()) as today)
    select c.id, c.name, coalesce(b.balance, 0) as balance,
      c.created_at < now() - make_interval(days => ${QUIET_DAYS}) and exists (select from tickets t where t.company_id = c.id)
        and not exists (select from tickets t where t.company_id = c.id and t.created_at > now() - make_interval(days => ${QUIET_DAYS}))
        and not exists (select from run_days x where x.company_id = c.id and x.day > d.today - ${QUIET_DAYS}::int)
        and not exists (select from hour_ledger l where l.company_id = c.id and l.entry_id is not null and l.created_at > now() - make_interval(days => ${QUIET_DAYS})) as quiet,
      (select coalesce(sum(r.response_missed + r.resolution_missed), 0)::int from report_days r where r.company_id = c.id
        and r.client_id = '00000000-0000-0000-0000-000000000000' and r.dimension = 'priority' and r.day > d.today - ${LOOK_DAYS}::int) as missed,
      (select count(*)::int from tickets t where t.company_id = c.id and t.rated_at > now() - make_interval(days => ${LOOK_DAYS}) and t.rating <= 2) as low,
      (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'on', a.ends_on, 'days', a.ends_on - d.today) order by a.ends_on), '[]')
        from agreements a where a.company_id = c.id and a.status in ('signed', 'active') and a.renewal = 'none'
          and a.ends_on between d.today and d.today + ${ENDS_DAYS}::int) as ending,
      (select coalesce(jsonb_agg(i.name order by i.name), '[]') from installations i join alert_episodes e
          on e.company_id = i.company_id and e.installation_id = i.id and e.ended_at is null
        where i.company_id = c.id and e.started_at < now() - make_interval(days => ${FAILING_DAYS})) as failing,
      (select coalesce(sum(greatest(0, v.total_cents - (v.paid_cents - v.refunded_cents))), 0)::int from invoices v
        where v.company_id = c.id and v.status = 'open' and v.due_on < d.today) as overdue
    from companies c cross join d left join hour_balances b on b.company_id = c.id
    where not c.is_internal`.execute(db)
  return rows
    .map((f) => ({ company: { id: f.id, name: f.name }, reasons: reasonsOf(f, seesMoney(actor)) }))
    .filter((r) => r.reasons.length > 0)
    .toSorted((a, b) => b.reasons.length - a.reasons.length || a.company.name.localeCompare(b.company.name))
    .slice(0, MOST)
}

/** Every reason that the facts of a company give. Pure. */
export function reasonsOf(f: Omit<Facts, 'id' | 'name'>, money: boolean): string[] {
  const reasons: string[] = []
  if (f.quiet)
    reasons.push(
      `No ticket, no run and no hour used for ${QUIET_DAYS} days${f.balance > 0 ? `; ${showMinutes(f.balance)} lie unused` : ''}`,
    )
  if (f.missed >= MISSED_FROM) reasons.push(`${f.missed} promised times missed in ${LOOK_DAYS} days`)
  if (f.low > 0) reasons.push(`${counted(f.low, 'ticket')} rated 1 or 2 of 5 in ${LOOK_DAYS} days`)
  for (const a of f.ending)
    reasons.push(
      `${a.name} ends ${a.days === 0 ? 'today' : a.days === 1 ? 'tomorrow' : `in ${a.days} days`}, on ${showDay(a.on)}, and does not renew`,
    )
  for (const name of f.failing) reasons.push(`${name} has been failing for more than ${FAILING_DAYS} days`)
  if (money && f.overdue > 0) reasons.push(`${showCents(f.overdue)} overdue`)
  return reasons
}
