// The reads that a screen begins with, declared once: the document sends them before the code of the screen arrives, and
// the route loader starts them on every later visit.
import { type Address, type Read, readStart } from '../../../start.ts'
import { readSession } from '../session/session.client.ts'
import { queries } from './queries.ts'

type Options = { queryKey: readonly unknown[]; initialPageParam?: unknown }
/** Returns the query options of the reads that an address needs. */
export type ScreenReads = (address: Address) => Options[]

/** Returns the operation and its input, which the key of a query consists of. */
function toRead({ queryKey }: Options): Read {
  const [steps, { input }] = queryKey as [string[], { input?: unknown }]
  return { path: steps.join('/'), input }
}

/** Returns what a route exports as `handle`, so that the document sends the reads of the screen. */
export const handleOf = (reads: ScreenReads) => ({ reads: (address: Address): Read[] => reads(address).map(toRead) })

/** Returns a route loader that starts the reads of a screen and does not delay it. */
export const loadReads =
  (reads: ScreenReads) =>
  async ({ params, request }: { params: Address['params']; request: Request }): Promise<null> => {
    if (readSession())
      for (const options of reads({ params, url: new URL(request.url), site: readStart().site }))
        void ('initialPageParam' in options
          ? queries.prefetchInfiniteQuery(options as Parameters<typeof queries.prefetchInfiniteQuery>[0])
          : queries.prefetchQuery(options as Parameters<typeof queries.prefetchQuery>[0]))
    return null
  }
