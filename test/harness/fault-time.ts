import { setTimeout } from 'node:timers/promises'

/**
 * Resolves after a fault, such as a lost database, has lasted for this many milliseconds. Never use it to wait for
 * something: the test must pass whatever happens in that time.
 */
export const lasting = (ms: number): Promise<void> => setTimeout(ms)
