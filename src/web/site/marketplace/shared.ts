import type { HeadersArgs } from 'react-router'

/** The same for every visitor, and true for a minute; what went wrong says when to come again. */
export const shortlyShared = ({ errorHeaders }: HeadersArgs) =>
  errorHeaders ?? new Headers({ 'cache-control': 'public, max-age=60' })
