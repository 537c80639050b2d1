import { sql } from 'kysely'
import type { z } from 'zod'
import { type AutomationSummary, INSTALLATION_STATES } from '../../contract/automations/index.ts'
import { contract } from '../../contract/index.ts'
import { USUAL_RATE_CENTS } from '../../contract/plain/rates.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { costsOfAll, LAST_30 } from './costs.ts'
import { rateFor, runFigures } from './policy.ts'
import { CURRENCY, seesCosts } from './present.ts'
import { automationToday, type Sums } from './queries.ts'

type Summary = z.infer<typeof AutomationSummary>
type Found = {
  company: { id: string; name: string; rate: number | null; version: number } | null
  statuses: Partial<Summary['statuses']> | null
  with_runs: number
  last: Sums
  before: Sums
  saved: number
}

const sum = (column: string, when: ReturnType<typeof sql>) =>
  sql`coalesce(sum(d.${sql.raw(column)}) filter (where ${when}), 0)`
const sums = (when: ReturnType<typeof sql>) =>
  sql`jsonb_build_array(${sum('succeeded', when)}, ${sum('failed', when)}, ${sum('skipped', when)}, ${sum('minutes_saved', when)})`

/**
 * Returns the figures of the automations of one company, or of all companies (undefined, only for staff), for the last
 * 30 days and the 30 days before. Costs are null for readers who see no invoices. Throws NOT_FOUND when the actor has
 * no such company.
 */
export async function summarizeAutomations(db: Db, actor: Actor, companyId: string | undefined): Promise<Summary> {
  const mine = companyId ? sql`where i.company_id = ${companyId}::uuid` : sql``
  const late = sql`day > today - 30`
  const early = sql`day <= today - 30`
  const { rows } = await sql<Found>`
    with mine as (
      select i.company_id, i.id, i.status, i.last_run_at, ${automationToday} as today
      from installations i ${mine}),
    per_company as (
      select d.company_id, ${sums(late)} as last, ${sums(early)} as before, ${sum('minutes_saved', late)} as minutes
      from mine join run_days d on d.company_id = mine.company_id and d.installation_id = mine.id and d.day > mine.today - 60
      group by d.company_id)
    select
      ${companyId ? sql`(select jsonb_build_object('id', c.id, 'name', c.name, 'rate', c.loaded_rate_cents, 'version', c.version) from companies c where c.id = ${companyId}::uuid)` : sql`null::jsonb`} as company,
      (select jsonb_object_agg(status, n) from (select status, count(*) as n from mine group by 1) as x) as statuses,
      (select count(*)::int from mine where last_run_at is not null) as with_runs,
      (select jsonb_build_array(coalesce(sum((last->>0)::bigint), 0), coalesce(sum((last->>1)::bigint), 0),
        coalesce(sum((last->>2)::bigint), 0), coalesce(sum((last->>3)::bigint), 0)) from per_company) as last,
      (select jsonb_build_array(coalesce(sum((before->>0)::bigint), 0), coalesce(sum((before->>1)::bigint), 0),
        coalesce(sum((before->>2)::bigint), 0), coalesce(sum((before->>3)::bigint), 0)) from per_company) as before,
      (select coalesce(sum(round(p.minutes * coalesce(c.loaded_rate_cents, ${USUAL_RATE_CENTS}::int) / 60)), 0)::bigint
        from per_company p join companies c on c.id = p.company_id) as saved`.execute(db)
  const r = rows[0] as Found
  if (companyId && !r.company) throw refuse('NOT_FOUND')
  const costs = seesCosts(actor) ? await costsOfAll(db, companyId, LAST_30) : null
  const rate = r.company && rateFor(r.company.rate)
  const of = ([succeeded, failed, skipped, minutes]: Sums) => runFigures(succeeded, failed, skipped, minutes)
  return {
    company: r.company && { id: r.company.id, name: r.company.name },
    statuses: Object.fromEntries(INSTALLATION_STATES.map((s) => [s, r.statuses?.[s] ?? 0])) as Summary['statuses'],
    withRuns: r.with_runs,
    last30: of(r.last),
    before30: of(r.before),
    savedCents: r.saved,
    costCents: costs?.invoiced ?? null,
    paidCents: costs?.paid ?? null,
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

/**
 * Returns the figures of all automations of the reader's company; staff choose one company or all. Throws NOT_FOUND.
 */
export const getAutomationsSummary = action(contract.automations.summary, ({ platform, actor }, { company }) => {
  if (actor.kind === 'tenant' && company && company !== actor.companyId) throw refuse('NOT_FOUND')
  const companyId = actor.kind === 'tenant' ? actor.companyId : company
  return platform.db.asActor(actor, (db) => summarizeAutomations(db, actor, companyId))
})
