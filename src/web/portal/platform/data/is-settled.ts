/**
 * Returns whether a query has its first answer, or an error, or waits for the network. What is below its part of a
 * screen can be drawn then without moving later.
 */
export const isSettled = ({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }): boolean =>
  !isPending || fetchStatus === 'paused'
