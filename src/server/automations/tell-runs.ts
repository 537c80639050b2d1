import { sql } from 'kysely'
import type { Platform } from '../platform/platform.ts'

/** How long open pages do not hear again of one automation’s runs: the same second as in the database. */
const GAP_MS = 1_000
/** Whoever was to tell of it is gone. */
const LOST = '10 seconds'

// By what a process has but one of: who waits here already.
const waiting = new WeakMap<Platform['bus'], Set<string>>()

/**
 * Has open pages hear of runs that came less than a second after the last that they heard of: once that second is over,
 * unless another process told of them before. A process that ends first leaves it to `tellLost`.
 */
export function tellLater(platform: Platform, id: string, ms = GAP_MS): void {
  const here = waiting.get(platform.bus) ?? new Set()
  waiting.set(platform.bus, here)
  if (here.has(id)) return
  here.add(id)
  setTimeout(() => {
    // From now on what comes needs a word of its own.
    here.delete(id)
    sql<{ wait: number | null }>`select tell_runs(${id}::uuid) as wait`.execute(platform.db.system).then(
      ({ rows }) => {
        const wait = rows[0]?.wait
        if (typeof wait === 'number') tellLater(platform, id, wait)
      },
      (err) => platform.log.warn({ err, installationId: id }, 'open pages hear of new runs only later'),
    )
  }, ms).unref()
}

/** Tells open pages of what a process that is gone took in and told nobody of. */
export async function tellLost({ db }: Platform): Promise<void> {
  await sql`select tell_runs(id) from installations where untold and told_at < now() - ${LOST}::interval`.execute(
    db.system,
  )
}
