import { getNow, getNowDate } from '../../ui/clock.ts'
import { formatWeekDay, toDay } from '../../ui/text/duration.ts'

// Due dates of next actions, typed and shown in the browser's time zone.

const DAY = 86_400_000
const pad = (n: number) => String(n).padStart(2, '0')

/** Converts a timestamp to the value of a `datetime-local` input. Empty for null. */
export function toInput(iso: string | null): string {
  if (!iso) return ''
  const at = new Date(iso)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** Converts the value of a `datetime-local` input to a timestamp. Null if it is empty or invalid. */
export function fromInput(text: string): string | null {
  const at = text ? new Date(text) : undefined
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** Returns 9 AM in this many days, as an input value. */
export function getMorningInDays(days: number, now = getNowDate()): string {
  const at = new Date(now.getTime() + days * DAY)
  at.setHours(9, 0, 0, 0)
  return toInput(at.toISOString())
}

/** Returns 9 AM next Monday, as an input value. */
export function getMorningOfNextMonday(now = getNowDate()): string {
  return getMorningInDays((8 - now.getDay()) % 7 || 7, now)
}

/** Returns whether a timestamp is in the past. */
export const isOverdue = (iso: string | null, now = getNow()): boolean => iso !== null && Date.parse(iso) < now

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const startOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** Formats when something is due: "today, 3:00 PM", "tomorrow", "yesterday", "Mon, Dec 1". */
export function formatActionDue(iso: string, now = getNowDate()): string {
  const at = new Date(iso)
  const days = Math.round((startOf(at) - startOf(now)) / DAY)
  if (days === 0) return `today, ${time.format(at)}`
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return formatWeekDay(toDay(at, undefined), toDay(now, undefined))
}
