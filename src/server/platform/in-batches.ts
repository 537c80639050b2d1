/** Rows that are looked through at once by what goes over all companies. */
const BATCH = 500

/**
 * Rows one after the other, read in batches: `ask` gives at most `size` of them after the last one that was given, in an
 * order that does not move. So what is dealt with meanwhile, or fails, is neither met twice nor kept in memory.
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
