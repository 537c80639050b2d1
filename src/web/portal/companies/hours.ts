// Business hours for the editor and the profile. Pure.
import type { BusinessHours, Day } from './model.ts'

/** The maximum number of ranges per day. */
export const MOST_RANGES = 4

/** Returns the initial hours: nine to five on working days. */
export const getDefaultHours = (): BusinessHours => {
  const open = () => [{ from: '09:00', to: '17:00' }]
  return { mon: open(), tue: open(), wed: open(), thu: open(), fri: open(), sat: [], sun: [] }
}

/**
 * Returns the range to suggest next for a day: 9 to 5 if there is none, or else four hours from the full hour after the
 * latest range, cut off at midnight. After 11 PM it starts directly after that range, and its times are empty when no
 * time is left.
 */
export function suggestRange(ranges: BusinessHours[Day]): { from: string; to: string } {
  const latest = ranges
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  if (!latest) return { from: '09:00', to: '17:00' }
  if (latest >= '24:00') return { from: '', to: '' }
  const hour = Number(latest.slice(0, 2)) + 1
  const at = (h: number) => `${String(h).padStart(2, '0')}:00`
  return hour >= 24 ? { from: latest, to: '24:00' } : { from: at(hour), to: at(Math.min(24, hour + 4)) }
}

/** Copies a day's ranges to all working days. */
export const copyToWorkingDays = (week: BusinessHours, day: Day): BusinessHours => {
  const copy = () => week[day].map((range) => ({ ...range }))
  return { ...week, mon: copy(), tue: copy(), wed: copy(), thu: copy(), fri: copy() }
}

/** Returns the first problem with a day's ranges, or undefined if they are valid. */
export function findHoursProblem(ranges: BusinessHours[Day]): string | undefined {
  for (const { from, to } of ranges) {
    if (!/^\d\d:\d\d$/.test(from) || !/^\d\d:\d\d$/.test(to)) return 'Enter both times.'
    if (from >= to) return 'Choose a closing time after the opening time.'
  }
  const sorted = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.some((r, i) => i > 0 && (sorted[i - 1]?.to ?? '') > r.from)
    ? 'These hours overlap. Combine them into one range.'
    : undefined
}
