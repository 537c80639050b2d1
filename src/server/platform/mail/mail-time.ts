import { formatTime } from '../../../contract/plain/dates.ts'

/** Formats an instant for mails, as `Nov 20, 2026, 9:14 AM UTC`. */
export const formatMailTime = (instant: Date | string): string => formatTime(instant, 'UTC')
