import { formatDateRange } from '../../../contract/plain/date-ranges.ts'
import { formatCents } from '../../ui/text/money-text.ts'
import type { Offer } from './buy-queries.ts'

/** Returns the days that the first amount covers: "Nov 20–30, 2026 (11 of 30 days)". */
export function formatFirstPeriod({ from, to, days, ofDays, wholeFrom }: NonNullable<Offer['period']>): string {
  if (days === ofDays) return 'This month'
  const words = formatDateRange(from, to)
  return wholeFrom ? words : `${words} (${days} of ${ofDays} days)`
}

/** Returns the message for a buyer whose order failed, with the new price if the price changed. */
export function describeRefusal(
  code: string | undefined,
  message: string | undefined,
  was: { price: number; todayCents: number },
  current: Offer | undefined,
): string {
  if (code === 'PRICE_CHANGED' && current?.product.priceCents)
    return current.product.priceCents === was.price
      ? `A new day has started, so ${formatCents(current.todayCents)} is due today instead of ${formatCents(was.todayCents)}. Nothing was ordered. Review the order and try again.`
      : `The price is now ${formatCents(current.product.priceCents)} instead of ${formatCents(was.price)}. Nothing was ordered. Review the order and try again.`
  if (code === 'TEXT_CHANGED') return 'The agreement has changed. Nothing was ordered. Read it again before you sign.'
  if (code === 'ALREADY_BOUGHT')
    return 'Someone at your company has already ordered this automation. Nothing else was ordered. To order another one, select “I want another one”.'
  return message ?? 'Nothing was ordered. Try again.'
}
