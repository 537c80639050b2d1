// Limits of what one user can run at the same time, so that nobody takes all database connections, the memory or the
// processor time of a process. Counted in each process.
import { gatesOf } from '../gates.ts'

/** Creates the limits. Each function throws TooMany when too much work of the user waits already. */
export function createUserTurns() {
  // A place is freed when the client has the whole file.
  const downloads = gatesOf(2, 4)
  return {
    /** Runs one search of a user, waiting for its turn: a fast typist or a program can start many. */
    search: gatesOf(2, 20).run,
    /**
     * Runs one upload of a user, waiting for its turn. Checks that run before each upload (quotas, pending files) can be
     * exceeded only by the concurrent ones, and only those are held in memory.
     */
    upload: gatesOf(10, 100).run,
    /** Runs one check of an import of a user, waiting for its turn: it reads every row of the file. */
    importCheck: gatesOf(2, 10).run,
    /** Waits until a download of a user or an API key can begin. Returns the function to call when it has ended. */
    download: downloads.enter,
  }
}
