import { formatCount } from '../../../contract/plain/counts.ts'
import { formatMinutes } from '../../../contract/plain/durations.ts'

/**
 * Returns the text of a pack on an order, such as "10 hours of work, valid for 12 months". A name that is not just the
 * number of hours comes first.
 */
export function describePack(pack: { name: string; minutes: number; valid_months: number }): string {
  const valid = `valid for ${formatCount(pack.valid_months, 'month')}`
  const hours = /^(\d+)\s*(?:h|hours?)$/i.exec(pack.name.trim())?.[1]
  return hours !== undefined && Number(hours) * 60 === pack.minutes
    ? `${pack.name} of work, ${valid}`
    : `${pack.name} (${formatMinutes(pack.minutes)} of work, ${valid})`
}
