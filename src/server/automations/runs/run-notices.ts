import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'

/**
 * Minimum time between two notifications of open pages about one automation's runs. The database function
 * `notify_of_runs` uses the same interval.
 */
const GAP_MS = 1_000
/** After this time, the process that had to send a notification is assumed to have ended. */
const LOST = '10 seconds'

// Automations with a pending notification, per process. Keyed by the event bus because each process has exactly one.
const waiting = new WeakMap<Platform['bus'], Set<string>>()

/**
 * Notifies open pages of runs that arrived less than a second after the last notification, once that second is over and
 * unless another process has done it. If the process ends first, `notifyOfLostRuns` does it.
 */
export function scheduleRunNotices(platform: Platform, id: string, ms = GAP_MS): void {
  const scheduled = waiting.get(platform.bus) ?? new Set()
  waiting.set(platform.bus, scheduled)
  if (scheduled.has(id)) return
  scheduled.add(id)
  setTimeout(() => {
    // Runs that arrive from now on need another notification.
    scheduled.delete(id)
    sql<{ wait: number | null }>`select notify_of_runs(${id}::uuid) as wait`.execute(platform.db.system).then(
      ({ rows }) => {
        const wait = rows[0]?.wait
        if (typeof wait === 'number') scheduleRunNotices(platform, id, wait)
      },
      (err) => platform.log.warn({ err, installationId: id }, 'open pages were not notified of new runs'),
    )
  }, ms).unref()
}

/** Notifies open pages of runs that were recorded by a process that ended before it notified them. */
export async function notifyOfLostRuns({ db }: Platform): Promise<void> {
  await sql`select notify_of_runs(id) from installations where untold and told_at < now() - ${LOST}::interval`.execute(
    db.system,
  )
}
