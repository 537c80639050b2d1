/**
 * Returns whether a query has its first response or an error, or waits for the network. Parts of the screen below it
 * render from then on.
 */
export const isSettled = ({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }): boolean =>
  !isPending || fetchStatus === 'paused'
