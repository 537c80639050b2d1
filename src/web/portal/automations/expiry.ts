import { formatDay } from '../../../contract/plain/dates.ts'
import { getNow } from '../../ui/clock.ts'

/** Returns `expires …` with the last day of a credential, or `expired …` when that day (`2026-11-30`, in UTC) is over. */
export const describeExpiry = (lastDay: string): string =>
  `${lastDay < new Date(getNow()).toISOString().slice(0, 10) ? 'expired' : 'expires'} ${formatDay(lastDay)}`
