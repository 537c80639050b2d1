import { setTimeout } from 'node:timers/promises'

/**
 * Resolves after a fault has lasted for so many milliseconds. It is how long a fault lasts and never a wait for
 * something: a machine of any speed must pass with it. Whatever has to have happened is waited for as a state.
 */
export const lasting = (ms: number): Promise<void> => setTimeout(ms)
