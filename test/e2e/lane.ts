// How much is looked at: `npm test` has little time, the soak has all of it.

/** Everything is looked at, at every size. */
export const soak = process.env.TEST_LANE === 'soak'

/** Whether axe looks at the nth screen of a list at this size: in the soak at both, else at one of the two in turn. */
export const isLookedAt = (n: number, isMobile: boolean): boolean => soak || (n % 2 === 0) === isMobile
