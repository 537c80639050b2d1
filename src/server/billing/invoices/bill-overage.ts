import { sql } from 'kysely'
import { formatMonth } from '../../../contract/plain/dates.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import { markOverageBilled, unbilledOverage } from '../../hours/index.ts'
import { type Db, systemOf } from '../../platform/database/db.ts'
import type { ScheduleDefinition } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { placeOrder } from '../orders/place-order.ts'
import { hasCard } from '../payments/stored-card.ts'
import { costOf, lastDayOf, monthBefore, monthOf } from '../policy.ts'

/** The largest amount in cents that the database columns can hold. */
const MOST_CENTS = 2_147_483_647

/**
 * Returns the sum of minutes per rate, using the rate of each day, oldest rate first. A negative sum at one rate (work
 * that was billed and reversed since) is deducted from the others.
 */
export function atRates(
  days: { day: string; minutes: number }[],
  rateOn: (day: string) => number,
): { rateCents: number; minutes: number }[] {
  const sums = new Map<number, number>()
  for (const { day, minutes } of days) sums.set(rateOn(day), (sums.get(rateOn(day)) ?? 0) + minutes)
  let less = [...sums.values()].reduce((n, minutes) => n + Math.min(0, minutes), 0)
  return [...sums].flatMap(([rateCents, minutes]) => {
    if (minutes <= 0) return []
    const left = Math.max(0, minutes + less)
    less += minutes - left
    return left > 0 ? [{ rateCents, minutes: left }] : []
  })
}

/**
 * Returns a function that gives the agreement's hourly rate in cents on a day: that of the text signed last by then, or
 * the first one for earlier days. Returns null when the agreement has no rate.
 */
async function ratesOf(db: Db, companyId: string, agreementId: string, now: number | null) {
  const { rows: signed } = await sql<{ day: string; rate: number | null }>`
    select hours_day(signed_at)::text as day, (terms ->> 'hourlyRateCents')::int as rate from shared_agreement_revisions
    where company_id = ${companyId} and agreement_id = ${agreementId} and status in ('signed', 'replaced') and signed_at is not null
    order by signed_at`.execute(db)
  const known = signed.filter((r) => r.rate !== null)
  if (now === null && known.length === 0) return null
  return (day: string): number => (known.findLast((r) => r.day <= day) ?? known[0])?.rate ?? (now as number)
}

/**
 * Invoices overage until the end of last month, for agreements that bill it. Makes one invoice per company, with a line
 * per agreement and rate. Each minute is billed once, because it is marked in the invoice's transaction. If an
 * agreement already has an overage line for that month, the rest is billed with the next month. Returns the number of
 * invoices. `day` replaces today's date.
 */
export async function billOverage({ db, log }: Platform, day?: string): Promise<number> {
  const found = await sql<{ company_id: string; today: string; before: string }>`
    with d as (select coalesce(${day ?? null}::date, hours_day(now())) as today),
      z as (select coalesce((select time_zone from companies where is_internal order by created_at, id limit 1), 'America/New_York') as name)
    select distinct l.company_id, d.today::text as today, (date_trunc('month', d.today)::timestamp at time zone z.name) as before
    from shared_hour_ledger l cross join d cross join z
    left join shared_hour_overage_marks m on m.company_id = l.company_id and m.agreement_id = l.agreement_id
    where l.overage <> 0 and l.agreement_id is not null and l.id > coalesce(m.billed_up_to, 0)
      and l.created_at < (date_trunc('month', d.today)::timestamp at time zone z.name)`.execute(db.system)
  let made = 0
  for (const { company_id: companyId, today, before } of found.rows) {
    const actor = systemOf(companyId)
    try {
      const placed = await db.asActor(actor, async (tx) => {
        const month = monthBefore(monthOf(today))
        const lines = []
        let paymentDays = 0
        let total = 0
        for (const over of await unbilledOverage(tx, companyId, before)) {
          const agreement = await tx
            .selectFrom('shared_agreements as a')
            .select(['a.name', 'a.hourly_rate_cents', 'a.payment_days'])
            .select(
              sql<boolean>`exists (select from order_lines l where l.company_id = a.company_id and l.agreement_id = a.id
                and l.kind = 'overage' and l.period_from = ${month}::date and not l.voided)`.as('billed'),
            )
            .where('a.company_id', '=', companyId)
            .where('a.id', '=', over.agreementId)
            .executeTakeFirstOrThrow()
          if (agreement.billed) continue
          const rateOn = await ratesOf(tx, companyId, over.agreementId, agreement.hourly_rate_cents)
          if (!rateOn) {
            log.error(
              { agreementId: over.agreementId },
              'overage cannot be invoiced until its agreement has an hourly rate',
            )
            continue
          }
          const parts = atRates(over.days, rateOn)
          const cents = parts.reduce((n, p) => n + costOf(p.minutes, p.rateCents), 0)
          if (cents > MOST_CENTS) {
            log.error(
              { agreementId: over.agreementId, cents },
              'overage exceeds the maximum invoice total: check the hourly rate',
            )
            continue
          }
          // Together they exceed the limit of one invoice. The next run makes another.
          if (total + cents > MOST_CENTS) continue
          total += cents
          await markOverageBilled(tx, companyId, over)
          paymentDays = Math.max(paymentDays, agreement.payment_days)
          lines.push(
            ...parts.map(({ minutes, rateCents }, part) => ({
              kind: 'overage' as const,
              description: `${agreement.name}: ${formatMinutes(minutes)} of overage through the end of ${formatMonth(month)}, at ${formatCents(rateCents)} an hour`,
              quantity: 1,
              unitCents: costOf(minutes, rateCents),
              agreementId: over.agreementId,
              periodFrom: month,
              periodTo: lastDayOf(month),
              part,
            })),
          )
        }
        if (lines.length === 0) return null
        return placeOrder(
          tx,
          { actor },
          {
            companyId,
            source: 'overage',
            method: (await hasCard(tx, companyId)) ? 'card' : 'invoice',
            paymentDays,
            issue: true,
            lines,
          },
        )
      })
      if (placed) made++
    } catch (e) {
      log.error({ err: e, companyId }, 'could not invoice overage')
    }
  }
  return made
}

/** Invoices the overage of months that have ended, including those missed while no jobs ran. Runs every hour. */
export const billOverages: ScheduleDefinition<Platform> = {
  name: 'billing.overage',
  cron: '20 * * * *',
  handler: async (platform) => {
    await billOverage(platform)
  },
}
