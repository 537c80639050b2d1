import type { HeadersArgs } from 'react-router'

/**
 * Lets shared caches keep the page for a minute, because it is the same for every visitor. Errors keep their own
 * headers.
 */
export const shortlyShared = ({ errorHeaders }: HeadersArgs) =>
  errorHeaders ?? new Headers({ 'cache-control': 'public, max-age=60' })
