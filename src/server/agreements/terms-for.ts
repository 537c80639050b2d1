import { sql } from 'kysely'
import type { OVERAGES } from '../../contract/agreements/index.ts'
import type { Db } from '../platform/database/db.ts'
import { prepared } from '../platform/database/prepared.ts'

/** The terms that apply when work is booked. */
export type WorkTerms = {
  /** Null: no agreement, so the standard terms apply. */
  agreementId: string | null
  /** The price covers the time, so work uses no hours. */
  coversTime: boolean
  hourlyRateCents: number | null
  overage: (typeof OVERAGES)[number]
  overagePercent: number | null
  roundingIncrement: number
  roundingMinimum: number
  roundingPer: 'entry' | 'ticket'
  /** Percent per work type; an absent one counts as 100. */
  multipliers: Record<string, number>
}

/** The terms of a company without an agreement. */
export const STANDARD: WorkTerms = {
  agreementId: null,
  coversTime: false,
  hourlyRateCents: null,
  overage: 'stop',
  overagePercent: null,
  roundingIncrement: 15,
  roundingMinimum: 15,
  roundingPer: 'entry',
  multipliers: { after_hours: 150 },
}

type Row = Omit<WorkTerms, 'agreementId'> & { agreementId: string }
type Asked = { companyId: string; agreementId: string | null; on: string | null }
const terms = prepared((db, { companyId, agreementId, on }: Asked) =>
  db
    .selectFrom(
      sql<Row>`(
    select a.id as "agreementId", a.covers_time as "coversTime", a.hourly_rate_cents as "hourlyRateCents", a.overage,
      a.overage_percent as "overagePercent", a.rounding_increment as "roundingIncrement",
      a.rounding_minimum as "roundingMinimum", a.rounding_per as "roundingPer", a.multipliers
    from agreements a
    where a.company_id = ${companyId}::uuid and (
      a.id = ${agreementId}::uuid and (a.status = 'active' or a.status in ('expired', 'canceled')
        and a.activated_at is not null and ${on}::date between a.starts_on and a.ends_on)
      or a.status = 'active' and not a.covers_time)
    order by (a.id = ${agreementId}::uuid) desc nulls last, (a.type in ('block_hours', 'retainer')) desc, a.starts_on, a.number
    limit 1)`.as('t'),
    )
    .selectAll(),
)
/**
 * Returns the terms for work of a company: those of the named agreement, else of the company's default agreement, else
 * the standard terms. An agreement applies while it is active. An ended one applies to work on days when it was active;
 * pass the day as `on`. Runs one query.
 */
export async function termsFor(
  db: Db,
  companyId: string,
  agreementId: string | null,
  on: string | null = null,
): Promise<WorkTerms> {
  return (await terms(db, { companyId, agreementId, on }))[0] ?? STANDARD
}

/**
 * Returns the agreement that work of a company counts toward by default: an active one that uses hours, block hours and
 * retainers first, then the one with the earliest start date. Null without one.
 */
export async function defaultAgreement(
  db: Db,
  companyId: string,
): Promise<{ id: string; number: number; name: string } | null> {
  const found = await db
    .selectFrom('default_agreements')
    .select(['id', 'number', 'name'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return (found as { id: string; number: number; name: string } | undefined) ?? null
}
