// What the screens about hours ask the server for.
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

const FRESH_MS = 2_000
const MOST_BLOCKS = 100

/** Whose hours: of one company for staff, one's own otherwise. */
export type Whose = { company?: string }

/** What is left, what expires, when it will have run out. */
export const balanceOptions = (of: Whose) => api.hours.balance.queryOptions({ input: of, staleTime: FRESH_MS })
/** Blocks that can be drawn from or wait, and those that are over. */
export const blocksOptions = (of: Whose, over: boolean) =>
  api.hours.blocks.queryOptions({
    input: {
      ...of,
      state: over ? ['expired', 'void'] : ['pending', 'active'],
      sort: over ? 'purchased' : 'expires',
      order: over ? 'desc' : 'asc',
      limit: MOST_BLOCKS,
    },
    staleTime: FRESH_MS,
  })
/** The balance of so many days. */
export const seriesOptions = (of: Whose, days: number) =>
  api.hours.series.queryOptions({ input: { ...of, days }, staleTime: FRESH_MS })
/** What came in and went out in a time. */
export const totalsOptions = (of: Whose & { from?: string | undefined; to?: string | undefined }) =>
  api.hours.totals.queryOptions({ input: of, staleTime: FRESH_MS })
/** Tickets whose estimates reserve hours. */
export const reservedOptions = (of: Whose) => api.tickets.reserved.queryOptions({ input: of, staleTime: FRESH_MS })

/** Asks again for everything about hours that is on the screen. */
export const refreshHours = (): Promise<unknown> =>
  Promise.all(
    [api.hours.key(), api.tickets.reserved.key(), api.tickets.hours.key(), api.notifications.summary.key()].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )
