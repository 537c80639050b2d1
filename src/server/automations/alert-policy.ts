// When an automation fails, keeps silent, and works again. Pure.

/** So many runs that went well one after the other end an alert, and so many that failed begin one; fewer where fewer are looked at. */
const ENOUGH = 3
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A run that was not skipped. */
export type Counted = { status: 'succeeded' | 'failed'; startedAt: string; finishedAt: string }
/** From how many percent of the last so many runs on it is failing. */
export type Limit = { percent: number; runs: number }

const enough = (limit: Limit) => Math.min(ENOUGH, limit.runs)

/** How much later than expected a run may come, in minutes: a tenth of the interval, at least 5 and at most 120. */
export const graceOf = (expectedMinutes: number): number => Math.min(120, Math.max(5, Math.ceil(expectedMinutes / 10)))

/** Whether a run should have come by now. `from` is the last run, or when waiting for one began. */
export const isSilent = (expectedMinutes: number | null, from: number, now: number): boolean =>
  expectedMinutes !== null && now > from + (expectedMinutes + graceOf(expectedMinutes)) * MINUTE

/**
 * How many of the last runs failed, if that is too many; undefined when not. `runs` are those that were not skipped, newest
 * first. At least three failed, or as many as are looked at; the newest are not all good again; and the last failure is no
 * older than a day, or two intervals: what is told late says nothing about now.
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

/** Whether it works again: enough runs that began after the alert, and the newest of them all went well. */
export function worksAgain(runs: readonly Counted[], limit: Limit, alertedAt: string): boolean {
  const since = runs.filter((r) => Date.parse(r.startedAt) > Date.parse(alertedAt)).slice(0, enough(limit))
  return since.length === enough(limit) && since.every((r) => r.status === 'succeeded')
}
