// Business hours as the editor and the facts show them. Pure.
import type { BusinessHours, Day } from './model.ts'

export const days: readonly { day: Day; label: string; short: string }[] = [
  { day: 'mon', label: 'Monday', short: 'Mon' },
  { day: 'tue', label: 'Tuesday', short: 'Tue' },
  { day: 'wed', label: 'Wednesday', short: 'Wed' },
  { day: 'thu', label: 'Thursday', short: 'Thu' },
  { day: 'fri', label: 'Friday', short: 'Fri' },
  { day: 'sat', label: 'Saturday', short: 'Sat' },
  { day: 'sun', label: 'Sunday', short: 'Sun' },
]
/** Ranges that one day may have. */
export const MOST_RANGES = 4

/** Hours to begin with: nine to five on working days. */
export const usualHours = (): BusinessHours => {
  const open = () => [{ from: '09:00', to: '17:00' }]
  return { mon: open(), tue: open(), wed: open(), thu: open(), fri: open(), sat: [], sun: [] }
}

/** The range that a day most likely gets next: after what is there, an afternoon after a morning. */
export function nextRange(ranges: BusinessHours[Day]): { from: string; to: string } {
  const last = ranges.at(-1)?.to
  if (!last) return { from: '09:00', to: '17:00' }
  const hour = Number(last.slice(0, 2)) + 1
  const at = (h: number) => `${String(Math.min(h, 24)).padStart(2, '0')}:00`
  return hour >= 23 ? { from: '23:00', to: '24:00' } : { from: at(hour), to: at(Math.min(24, hour + 4)) }
}

/** The day's ranges on every working day. */
export const onWorkingDays = (week: BusinessHours, day: Day): BusinessHours => {
  const copy = () => week[day].map((range) => ({ ...range }))
  return { ...week, mon: copy(), tue: copy(), wed: copy(), thu: copy(), fri: copy() }
}

const time = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  if (hour === 24) return 'midnight'
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${half}`
}

/** The week in lines, days that are alike together: "Mon–Thu 9 AM–5 PM", "Fri 9 AM–3 PM". */
export function hoursInWords(week: BusinessHours): string[] {
  const text = (day: Day) => week[day].map((r) => `${time(r.from)}–${time(r.to)}`).join(', ')
  const lines: { first: string; last: string; hours: string }[] = []
  for (const { day, short } of days) {
    const hours = text(day)
    const before = lines.at(-1)
    if (before?.hours === hours) before.last = short
    else lines.push({ first: short, last: short, hours })
  }
  return lines
    .filter((line) => line.hours !== '')
    .map(({ first, last, hours }) => `${first === last ? first : `${first}–${last}`} ${hours}`)
}

/** Why a day's ranges cannot stay so, range by range; empty when they can. */
export function hoursProblem(ranges: BusinessHours[Day]): string | undefined {
  for (const { from, to } of ranges) {
    if (!/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to)) return 'Fill in both times.'
    if (from >= to) return 'The end has to come after the beginning.'
  }
  const sorted = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.some((r, i) => i > 0 && (sorted[i - 1]?.to ?? '') > r.from)
    ? 'These hours overlap. Join them into one range.'
    : undefined
}
