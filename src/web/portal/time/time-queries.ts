// Query options for the time screens.
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import type { Timer } from './model.ts'

const FRESH_MS = 2_000
const TIMER_FRESH_MS = 30_000
/** The maximum page size of the API. */
const PAGE = 100
const first: string | undefined = undefined

type Asked = {
  ticket?: string
  task?: string
  project?: string
  company?: string
  user?: string
  from?: string
  to?: string
  removed?: 'also' | undefined
}

/** Returns query options for time entries, newest day first. */
export const timeOptions = (asked: Asked) =>
  api.time.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...asked, limit: PAGE, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** Returns query options for the totals of the entries that match. */
export const timeTotalsOptions = (asked: Asked) => api.time.totals.queryOptions({ input: asked, staleTime: FRESH_MS })

/** Returns query options for the history of an entry. */
export const entryHistoryOptions = (id: string) => api.time.history.queryOptions({ input: { id }, staleTime: 0 })

/** Refetches all time entries that are on the screen. */
export const refreshTime = (): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.time.list.key() }),
    queries.invalidateQueries({ queryKey: api.time.totals.key() }),
  ])

/** Returns query options for the reader's own timer. */
export const timerOptions = () => api.time.timer.queryOptions({ staleTime: TIMER_FRESH_MS })

/** Stores a timer returned by the server in the cache. */
export const keepTimer = (answer: { timer: Timer | null }): void =>
  void queries.setQueryData(timerOptions().queryKey, answer)

/** Refetches the timer. */
export const refreshTimer = (): Promise<void> => queries.invalidateQueries({ queryKey: timerOptions().queryKey })
