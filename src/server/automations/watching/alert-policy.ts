// Decides when an automation is failing, is silent and has recovered. Pure.

/**
 * Failed runs that start an alert, and consecutive successful runs that end one. Fewer are enough when the limit covers
 * fewer runs.
 */
const ENOUGH = 3
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A run that was not skipped. */
export type Counted = { status: 'succeeded' | 'failed'; startedAt: string; finishedAt: string }
/** An automation is failing when at least `percent` of its last `runs` runs failed. */
export type Limit = { percent: number; runs: number }

const enough = (limit: Limit) => Math.min(ENOUGH, limit.runs)

/** Returns how late a run may be, in minutes: a tenth of the expected interval, at least 5 and at most 120. */
export const graceOf = (expectedMinutes: number): number => Math.min(120, Math.max(5, Math.ceil(expectedMinutes / 10)))

/** Returns whether a run is overdue. `from` is the time of the last run, or when waiting for one began. */
export const isSilent = (expectedMinutes: number | null, from: number, now: number): boolean =>
  expectedMinutes !== null && now > from + (expectedMinutes + graceOf(expectedMinutes)) * MINUTE

/**
 * Returns how many of the last runs failed if the automation is failing, or undefined. `runs` are those that were not
 * skipped, newest first. It is failing only when at least three runs failed (or as many as the limit covers), the
 * newest have not all succeeded, and the last failure is not older than a day or two expected intervals, whichever is
 * longer. Runs that are reported late say nothing about the present.
 */
export function failingOf(
  runs: readonly Counted[],
  limit: Limit,
  expectedMinutes: number | null,
  now: number,
): { failed: number; of: number } | undefined {
  const looked = runs.slice(0, limit.runs)
  const failures = looked.filter((r) => r.status === 'failed')
  const [last] = failures
  if (!last || failures.length < enough(limit)) return undefined
  if (failures.length * 100 < limit.percent * looked.length) return undefined
  if (looked.slice(0, enough(limit)).every((r) => r.status === 'succeeded')) return undefined
  if (Date.parse(last.finishedAt) < now - Math.max(DAY, 2 * (expectedMinutes ?? 0) * MINUTE)) return undefined
  return { failed: failures.length, of: looked.length }
}

/**
 * Returns whether an automation has recovered: the last three runs (or as many as the limit covers) began after the
 * alert, and all succeeded. `runs` are those that were not skipped, newest first.
 */
export function hasRecovered(runs: readonly Counted[], limit: Limit, alertedAt: string): boolean {
  const since = runs.filter((r) => Date.parse(r.startedAt) > Date.parse(alertedAt)).slice(0, enough(limit))
  return since.length === enough(limit) && since.every((r) => r.status === 'succeeded')
}
