import { sql } from 'kysely'
import type { z } from 'zod'
import { type AutomationSummary, INSTALLATION_STATES } from '../../contract/automations.ts'
import { USUAL_RATE_CENTS } from '../../contract/rates.ts'
import { type Actored, refuse } from '../platform/api.ts'
import type { Actor, Db } from '../platform/db.ts'
import { figures, rateFor } from './policy.ts'
import { CURRENCY } from './present.ts'
import { bought30, months30, type Sums, today } from './queries.ts'

type Summary = z.infer<typeof AutomationSummary>
type Found = {
  company: { id: string; name: string; rate: number | null; version: number } | null
  statuses: Partial<Summary['statuses']> | null
  with_runs: number
  price: number
  unpriced: number
  last: Sums
  before: Sums
  saved: number
}

const sum = (column: string, when: ReturnType<typeof sql>) =>
  sql`coalesce(sum(d.${sql.raw(column)}) filter (where ${when}), 0)`
const sums = (when: ReturnType<typeof sql>) =>
  sql`jsonb_build_array(${sum('succeeded', when)}, ${sum('failed', when)}, ${sum('skipped', when)}, ${sum('minutes_saved', when)})`

/**
 * What the automations of one company, or of all (undefined: staff only), came to in 30 days and in the 30 before. One
 * query. NOT_FOUND for a company that the actor does not have.
 */
export async function summarize(db: Db, actor: Actor, companyId: string | undefined): Promise<Summary> {
  const mine = companyId ? sql`where i.company_id = ${companyId}::uuid` : sql``
  const late = sql`day > today - 30`
  const early = sql`day <= today - 30`
  const { rows } = await sql<Found>`
    with mine as (
      select i.company_id, i.id, i.status, i.price_model, i.price_cents, i.last_run_at, ${today} as today, ${months30} as months,
        ${bought30} as bought
      from installations i ${mine}),
    per_company as (
      select d.company_id, ${sums(late)} as last, ${sums(early)} as before, ${sum('minutes_saved', late)} as minutes
      from mine join run_days d on d.company_id = mine.company_id and d.installation_id = mine.id and d.day > mine.today - 60
      group by d.company_id)
    select
      ${companyId ? sql`(select jsonb_build_object('id', c.id, 'name', c.name, 'rate', c.loaded_rate_cents, 'version', c.version) from companies c where c.id = ${companyId}::uuid)` : sql`null::jsonb`} as company,
      (select jsonb_object_agg(status, n) from (select status, count(*) as n from mine group by 1) as x) as statuses,
      (select count(*)::int from mine where last_run_at is not null) as with_runs,
      (select coalesce(sum(case price_model when 'monthly' then round(price_cents * months::numeric) else price_cents * bought::int end), 0)::bigint
        from mine where price_cents is not null) as price,
      (select count(*)::int from mine where price_cents is null and status <> 'retired') as unpriced,
      (select jsonb_build_array(coalesce(sum((last->>0)::bigint), 0), coalesce(sum((last->>1)::bigint), 0),
        coalesce(sum((last->>2)::bigint), 0), coalesce(sum((last->>3)::bigint), 0)) from per_company) as last,
      (select jsonb_build_array(coalesce(sum((before->>0)::bigint), 0), coalesce(sum((before->>1)::bigint), 0),
        coalesce(sum((before->>2)::bigint), 0), coalesce(sum((before->>3)::bigint), 0)) from per_company) as before,
      (select coalesce(sum(round(p.minutes * coalesce(c.loaded_rate_cents, ${USUAL_RATE_CENTS}::int) / 60)), 0)::bigint
        from per_company p join companies c on c.id = p.company_id) as saved`.execute(db)
  const r = rows[0] as Found
  if (companyId && !r.company) throw refuse('NOT_FOUND')
  const rate = r.company && rateFor(r.company.rate)
  const of = ([succeeded, failed, skipped, minutes]: Sums) => figures(succeeded, failed, skipped, minutes)
  return {
    company: r.company && { id: r.company.id, name: r.company.name },
    statuses: Object.fromEntries(INSTALLATION_STATES.map((s) => [s, r.statuses?.[s] ?? 0])) as Summary['statuses'],
    withRuns: r.with_runs,
    last30: of(r.last),
    before30: of(r.before),
    savedCents: r.saved,
    priceCents: r.price,
    unpriced: r.unpriced,
    currency: CURRENCY,
    rate:
      r.company && rate
        ? {
            cents: rate.rateCents,
            of: rate.rateOf,
            version: r.company.version,
            can: { set: actor.role === 'owner' },
          }
        : null,
  }
}

/** What all automations came to: of the reader's company, of one that staff name, or of all. NOT_FOUND. */
export function summary({ platform, actor }: Actored, { company }: { company?: string | undefined }): Promise<Summary> {
  if (actor.kind === 'tenant' && company && company !== actor.companyId) throw refuse('NOT_FOUND')
  const whose = actor.kind === 'tenant' ? actor.companyId : company
  return platform.db.askAs(actor, (db) => summarize(db, actor, whose))
}
