// What a signature commits the company to, in money and months. Pure.

import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod'
import { formatCount } from '../../../contract/plain/counts.ts'
import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { formatLongDay } from '../../../contract/plain/dates.ts'
import { addDays } from '../../../contract/plain/days.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'
import { formatCents } from '../../../contract/plain/money.ts'
import type { Commitment } from '../../../contract/signing.ts'
import { centsIn, duePeriods } from '../months.ts'
import type { KeptTerms } from '../terms.ts'
import { termPhrases } from './text.ts'

/** Returns a term in months and days, such as "12 months" or "1 month and 4 days". Both days are inclusive. */
function termText(from: string, to: string): string {
  const { months, days } = Temporal.PlainDate.from(from).until(addDays(to, 1), { largestUnit: 'months' })
  return [...(months > 0 ? [formatCount(months, 'month')] : []), ...(days > 0 ? [formatCount(days, 'day')] : [])].join(
    ' and ',
  )
}

/**
 * Returns labeled lines that say what the terms commit to: the total or that there is none, monthly price, hours, rate
 * for additional time, term and notice. Leaves out lines that do not apply. `from` is the first day that is not billed
 * yet.
 */
export function commitmentOf(t: KeptTerms, from: string): z.infer<typeof Commitment> {
  const out: z.infer<typeof Commitment> = []
  const { endsOn } = t
  const monthly = t.monthlyPriceCents
  if (monthly !== null) {
    const months = endsOn === null ? [] : duePeriods(from, endsOn, endsOn)
    out.push({
      label: 'Total',
      text:
        endsOn === null
          ? 'No fixed total. Every month is invoiced until the agreement ends.'
          : `${formatCents(months.reduce((sum, month) => sum + centsIn(monthly, month), 0))} through ${formatLongDay(endsOn)}`,
    })
    out.push({ label: 'Each month', text: `${formatCents(monthly)}, invoiced in advance` })
  }
  if (t.priceCents !== null) out.push({ label: 'Total', text: formatCents(t.priceCents) })
  if (t.minutes !== null) out.push({ label: 'Hours', text: formatMinutes(t.minutes) })
  if (t.monthlyMinutes !== null) out.push({ label: 'Hours', text: `${formatMinutes(t.monthlyMinutes)} each month` })
  if (t.overage === 'bill' && !t.coversTime && t.hourlyRateCents !== null)
    out.push({ label: 'Additional time', text: `${formatCents(t.hourlyRateCents)} per hour` })
  out.push({
    label: 'Term',
    text:
      endsOn === null
        ? `From ${formatLongDay(from)}, with no fixed end date`
        : `${termText(from, endsOn)}, ${formatDateRange(from, endsOn)}`,
  })
  out.push({
    label: 'Renewal and notice',
    text: endsOn !== null && t.renewal === 'none' ? 'It doesn’t renew automatically.' : termPhrases(t).renewal,
  })
  return out
}
