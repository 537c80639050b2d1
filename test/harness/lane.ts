// Two lanes: `npm test` has a short form of every fault, `npm run test:soak` the full length.

/** Whether this run is the soak lane. */
export const soak = process.env.TEST_LANE === 'soak'

/** Returns the value for this run's lane. */
export const inLane = <T>(short: T, full: T): T => (soak ? full : short)
