import { formatDay } from '../../../contract/plain/dates.ts'
import { getNowDate } from '../../ui/clock.ts'
import { toDay } from '../../ui/text/duration.ts'

/**
 * Returns `expires …` with the last day of a credential, or `expired …` when that day (`2026-11-30`, in UTC) is over.
 */
export const describeExpiry = (lastDay: string): string =>
  `${lastDay < toDay(getNowDate(), 'UTC') ? 'expired' : 'expires'} ${formatDay(lastDay)}`
