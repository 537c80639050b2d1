// The hours of a week as text. Pure.

/** The days of the week, from Monday. */
export const weekDays = [
  { day: 'mon', label: 'Monday', short: 'Mon' },
  { day: 'tue', label: 'Tuesday', short: 'Tue' },
  { day: 'wed', label: 'Wednesday', short: 'Wed' },
  { day: 'thu', label: 'Thursday', short: 'Thu' },
  { day: 'fri', label: 'Friday', short: 'Fri' },
  { day: 'sat', label: 'Saturday', short: 'Sat' },
  { day: 'sun', label: 'Sunday', short: 'Sun' },
] as const

/** Opening hours of one day, as "09:00". They end on the next day if `to` is not after `from`. */
export type HoursRange = { from: string; to: string }
/** The opening hours of each day of the week. */
export type WeekHours = Record<(typeof weekDays)[number]['day'], readonly HoursRange[]>

const formatClockTime = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  if (hour === 24) return 'midnight'
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}
/** Formats hours: "9 AM–5 PM", "10 PM–6 AM (next day)". */
export const formatHoursRange = ({ from, to }: HoursRange): string =>
  `${formatClockTime(from)}–${formatClockTime(to)}${to <= from ? ' (next day)' : ''}`

/** Formats a week as lines with equal days grouped: "Mon–Thu 9 AM–5 PM", "Fri 9 AM–3 PM". */
export function formatWeekHours(week: WeekHours): string[] {
  const lines: { first: string; last: string; hours: string }[] = []
  for (const { day, short } of weekDays) {
    const hours = week[day].map(formatHoursRange).join(', ')
    const before = lines.at(-1)
    if (before?.hours === hours) before.last = short
    else lines.push({ first: short, last: short, hours })
  }
  return lines
    .filter((line) => line.hours !== '')
    .map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`)
}
