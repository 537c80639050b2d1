const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a time relative to now: "5 min ago", "in 3 h", "2 days ago". Beyond a week, the date. */
export function formatRelativeTime(instant: Date, now: Date, timeZone?: string): string {
  const distance = Math.abs(now.getTime() - instant.getTime())
  if (Number.isNaN(distance)) return ''
  if (distance < minute) return 'just now'
  const past = instant < now
  if (distance < hour) return formatAmount(Math.floor(distance / minute), 'min', past)
  if (distance < day) return formatAmount(Math.floor(distance / hour), 'h', past)
  if (distance < 7 * day) {
    const days = Math.floor(distance / day)
    return formatAmount(days, days === 1 ? 'day' : 'days', past)
  }
  return formatDate(instant, now, timeZone)
}

function formatAmount(amount: number, unit: string, past: boolean): string {
  return past ? `${amount} ${unit} ago` : `in ${amount} ${unit}`
}

/** Formats a date as "Nov 12", or "Nov 12, 2024" if it is not in the year of `now`. */
export function formatDate(instant: Date, now: Date | null, timeZone?: string): string {
  const year = formatter({ year: 'numeric', timeZone })
  const same = now !== null && year.format(instant) === year.format(now)
  return formatter({ month: 'short', day: 'numeric', year: same ? undefined : 'numeric', timeZone }).format(instant)
}

/** Formats date, time and time zone in full: "Thu, Nov 12, 2026, 2:05 PM EST". */
export function formatExactTime(instant: Date, timeZone?: string): string {
  if (Number.isNaN(instant.getTime())) return ''
  return formatter({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant)
}

/** Caches formatters, because they are expensive to create and a table needs hundreds. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', options)
    formatters.set(key, found)
  }
  return found
}
