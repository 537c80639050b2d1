import { sql } from 'kysely'
import type { z } from 'zod'
import type { Balance } from '../../contract/hours.ts'
import { contract } from '../../contract/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { companyOfHours, providerToday } from './company-of-hours.ts'
import { availableOf, forecastOf, type Usable, usedPercent } from './policy.ts'

type Answer = z.infer<typeof Balance>
type Found = {
  id: string
  name: string
  zone: string
  today: string
  balance: number | null
  base: number | null
  alerted: number | null
  updated_at: string | null
  pending: number
  reserved: number
  usable: (Usable & { id: string; name: string })[]
  last30: number
  last90: number
}

/**
 * Returns a company's balance in minutes, its blocks with minutes left in the order of use, and its recent use, in one
 * query. Undefined when the reader has no such company.
 */
export async function hoursStanding(db: Db, companyId: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select c.id, c.name, company_zone(c.id) as zone, d.today::text, b.balance, b.base, b.alerted, b.updated_at,
      (select coalesce(sum(k.granted), 0)::int from hour_blocks k where k.company_id = c.id and k.state = 'pending') as pending,
      (select coalesce(sum(h.approved - h.used), 0)::int from hours_held(c.id) h) as reserved,
      (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'remaining', k.remaining, 'startsOn', k.starts_on,
          'expiresOn', k.expires_on) order by k.expires_on nulls last, k.purchased_at, k.id), '[]')
        from hour_blocks k where k.company_id = c.id and k.state = 'active' and k.remaining > 0) as usable,
      u.last30, u.last90
    from companies c cross join (select ${providerToday} as today) d
    left join hour_balances b on b.company_id = c.id
    cross join lateral (select coalesce(sum(e.charged) filter (where e.worked_on > d.today - 30), 0)::int as last30,
        coalesce(sum(e.charged), 0)::int as last90
      from shared_time_entries e where e.company_id = c.id and e.worked_on > d.today - 90 and not e.removed and e.charged is not null) u
    where c.id = ${companyId}`.execute(db)
  return rows[0]
}

/** Returns the forecast for a result of `hoursStanding`. */
export const forecastHours = (f: Found) => forecastOf(f.today, f.balance ?? 0, f.usable, f)

/** Returns the balance of a company as the reader sees it. Throws NOT_FOUND when there is no such company. */
export async function readBalance(db: Db, actor: Actor, companyId: string): Promise<Answer> {
  const f = await hoursStanding(db, companyId)
  if (!f) throw refuse('NOT_FOUND')
  const next = f.usable.find((b) => b.expiresOn !== null)
  const { balance, base } = { balance: f.balance ?? 0, base: f.base ?? 0 }
  return {
    company: { id: f.id, name: f.name },
    timeZone: f.zone,
    balance,
    base,
    usedPercent: usedPercent(balance, base),
    alert: f.alerted === 80 || f.alerted === 95 ? f.alerted : null,
    pending: f.pending,
    reserved: f.reserved,
    available: availableOf(balance, f.reserved),
    expiring: next
      ? { blockId: next.id, name: next.name, minutes: next.remaining, on: next.expiresOn as string }
      : null,
    forecast: forecastHours(f),
    updatedAt: f.updated_at,
    can: { buy: actor.role === 'owner', adjust: actor.role === 'admin' },
  }
}

/**
 * Returns what is left, what expires next, and when the hours will have run out. Throws NOT_FOUND for a company that is
 * not the reader's, and BAD_REQUEST when staff name none.
 */
export const getBalance = action(contract.hours.balance, ({ platform, actor }, input) => {
  const companyId = companyOfHours(actor, input.company)
  return platform.db.askAs(actor, (db) => readBalance(db, actor, companyId))
})
