/**
 * Returns whether a query has its first answer, or an error, or waits for the network. Parts of the screen below it do
 * not wait longer.
 */
export const isSettled = ({ isPending, fetchStatus }: { isPending: boolean; fetchStatus: string }): boolean =>
  !isPending || fetchStatus === 'paused'
