// Formats ranges of dates. Dates are text such as 2026-11-20. Plain functions without a schema, so that screens can use
// them directly.

const shown = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}
const SHORT = shown({ month: 'short', day: 'numeric' })
const WHOLE = shown({ month: 'short', day: 'numeric', year: 'numeric' })
const MONTH_ONLY = shown({ month: 'long' })
const MONTH = shown({ month: 'long', year: 'numeric' })

/** Formats a range of dates without the year: "Nov 20", "Nov 1–30", "Nov 28 – Dec 3". */
export function formatDateRangeShort(from: string, to: string): string {
  if (from === to) return SHORT(from)
  return from.slice(0, 7) === to.slice(0, 7) ? `${SHORT(from)}–${Number(to.slice(8))}` : `${SHORT(from)} – ${SHORT(to)}`
}

/** Formats a range of dates: "Nov 20, 2026", "Nov 1–30, 2026", "Nov 28 – Dec 3, 2026", "Dec 28, 2026 – Jan 3, 2027". */
export const formatDateRange = (from: string, to: string): string =>
  from.slice(0, 4) === to.slice(0, 4)
    ? `${formatDateRangeShort(from, to)}, ${to.slice(0, 4)}`
    : `${WHOLE(from)} – ${WHOLE(to)}`

/**
 * Formats the months of two dates as a range: "November 2026", "October – December 2026", "December 2026 – January
 * 2027".
 */
export function formatMonthRange(from: string, to: string): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return MONTH(to)
  return `${from.slice(0, 4) === to.slice(0, 4) ? MONTH_ONLY(from) : MONTH(from)} – ${MONTH(to)}`
}
