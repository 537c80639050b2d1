/** Default batch size, for jobs that process the rows of all companies. */
const BATCH = 500

/**
 * Yields rows one by one, reading them in batches. `ask` returns at most `size` rows after the given one, in a stable
 * order, so that rows that are processed or fail in the meantime are not returned again. Only one batch is in memory.
 */
export async function* inBatches<T>(
  ask: (after: T | undefined, size: number) => Promise<T[]>,
  size = BATCH,
): AsyncGenerator<T> {
  let last: T | undefined
  for (;;) {
    const rows = await ask(last, size)
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}
