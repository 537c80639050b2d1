// Calculates with dates, which are text such as 2026-11-20. Plain functions without a schema, so that screens can use
// them directly.

const DAY_MS = 86_400_000
const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** Returns the date that is `days` days later, or earlier when negative. */
export const addDays = (day: string, days: number): string =>
  new Date(toTime(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the number of days from one date to another, both inclusive. */
export const countDays = (from: string, to: string): number => Math.round((toTime(to) - toTime(from)) / DAY_MS) + 1
