// What the screens about time ask the server for.
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import type { Timer } from './model.ts'

const FRESH_MS = 2_000
const TIMER_FRESH_MS = 30_000
/** As many as one answer holds. */
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

/** Entries, newest day first. */
export const timeOptions = (asked: Asked) =>
  api.time.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ ...asked, limit: PAGE, cursor }),
    initialPageParam: first,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: FRESH_MS,
  })

/** How much passes these filters. */
export const totalsOptions = (asked: Asked) => api.time.totals.queryOptions({ input: asked, staleTime: FRESH_MS })

/** Who changed an entry. */
export const historyOptions = (id: string) => api.time.history.queryOptions({ input: { id }, staleTime: 0 })

/** Asks again for all time that is on the screen. */
export const refreshTime = (): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.time.list.key() }),
    queries.invalidateQueries({ queryKey: api.time.totals.key() }),
  ])

/** One's own timer. */
export const timerOptions = () => api.time.timer.queryOptions({ staleTime: TIMER_FRESH_MS })

/** Puts the timer that the server just gave where it is shown. */
export const keepTimer = (answer: { timer: Timer | null }): void =>
  void queries.setQueryData(timerOptions().queryKey, answer)

/** Asks again for the timer. */
export const refreshTimer = (): Promise<void> => queries.invalidateQueries({ queryKey: timerOptions().queryKey })
