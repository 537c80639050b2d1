import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { isFetching } from '../platform/data/queries.ts'
import { whenQuiet } from '../platform/loading/when-quiet.ts'

// The types of React Router do not have this attribute yet.
const LOW = { fetchPriority: 'low' }

/**
 * Loads the code of the screens at these addresses with a low priority, once the page and the network are quiet, and
 * then the code that `loadMore` imports.
 */
export function ScreensAhead({ pages, loadMore }: { pages: string[]; loadMore?: () => Promise<unknown> }) {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => whenQuiet(() => setQuiet(true), isFetching), [])
  useEffect(() => {
    if (quiet) void loadMore?.().catch(() => {}) // loaded again when it is needed
  }, [quiet, loadMore])
  return quiet ? pages.map((page) => <PrefetchPageLinks key={page} page={page} {...LOW} />) : null
}
