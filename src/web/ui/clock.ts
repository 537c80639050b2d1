// The server's time. The clock of a visitor's machine can be hours or years off, so screens show, compare and propose
// only times of the server.

/** Smaller differences are the time that a response takes, and the seconds that its header leaves out. */
const EXACT_MS = 2_000

let offsetMs = 0
const listeners = new Set<() => void>()

/** Returns the current time in milliseconds, corrected by the known difference from the server's clock. */
export const getNow = (): number => Date.now() + offsetMs
/** Returns the current time as a Date, corrected like `getNow`. */
export const getNowDate = (): Date => new Date(getNow())

/** Updates the known difference from a time that the server has just sent, in milliseconds. Ignores NaN. */
export function learnServerTime(time: number): void {
  const difference = time - Date.now()
  // The comparison is false for NaN.
  if (!(Math.abs(difference - offsetMs) > EXACT_MS)) return
  offsetMs = Math.abs(difference) > EXACT_MS ? difference : 0
  for (const listener of listeners) listener()
}

/** Calls `listener` when the known difference changes. Returns a function that stops it. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
