// Limits of what one user can run at the same time, so that nobody takes all database connections, the memory or the
// processor time of a process. Counted in each process.
import { gatesOf } from './gates.ts'

/** Concurrent and waiting work of one user, by kind. */
const LIMITS = {
  /** A fast typist or a program can start many searches. */
  search: { atOnce: 2, waiting: 20 },
  /**
   * Checks that run before each upload (quotas, pending files) can be exceeded only by the concurrent ones, and only
   * those are held in memory.
   */
  upload: { atOnce: 10, waiting: 100 },
  /** The check of a contact import reads every row of the file. */
  importCheck: { atOnce: 2, waiting: 10 },
  /** A CSV file, until the client has all of it. */
  download: { atOnce: 2, waiting: 4 },
} as const

/** Creates the limits. Each kind has a function; all throw TooMany when too much work of the user waits already. */
export function createUserTurns() {
  const gates = {
    search: gatesOf(LIMITS.search.atOnce, LIMITS.search.waiting),
    upload: gatesOf(LIMITS.upload.atOnce, LIMITS.upload.waiting),
    importCheck: gatesOf(LIMITS.importCheck.atOnce, LIMITS.importCheck.waiting),
    download: gatesOf(LIMITS.download.atOnce, LIMITS.download.waiting),
  }
  const turnOf =
    (kind: keyof typeof gates) =>
    async <T>(userId: string, run: () => Promise<T>): Promise<T> => {
      const leave = await gates[kind].enter(userId)
      try {
        return await run()
      } finally {
        leave()
      }
    }
  return {
    /** Runs one search of a user, waiting for its turn. */
    search: turnOf('search'),
    /** Runs one upload of a user, waiting for its turn. */
    upload: turnOf('upload'),
    /** Runs one check of an import of a user, waiting for its turn. */
    importCheck: turnOf('importCheck'),
    /** Waits until a download of a user or an API key can begin. Returns the function to call when it has ended. */
    download: (key: string): Promise<() => void> => gates.download.enter(key),
  }
}
