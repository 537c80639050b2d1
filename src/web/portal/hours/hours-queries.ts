// Query options for the hours screens.
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

const FRESH_MS = 2_000
const MOST_BLOCKS = 100

/** The company to query: staff name it, partners leave it out. */
export type HoursOf = { company?: string }

/** Returns query options for the balance, expiring hours and the forecast. */
export const balanceOptions = (of: HoursOf) => api.hours.balance.queryOptions({ input: of, staleTime: FRESH_MS })
/** Returns query options for active and pending blocks, or for ended ones. */
export const blocksOptions = (of: HoursOf, over: boolean) =>
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
/** Returns query options for the daily balance of the last `days` days. */
export const seriesOptions = (of: HoursOf, days: number) =>
  api.hours.series.queryOptions({ input: { ...of, days }, staleTime: FRESH_MS })
/** Returns query options for the minutes added and used in a period. */
export const hoursTotalsOptions = (of: HoursOf & { from?: string | undefined; to?: string | undefined }) =>
  api.hours.totals.queryOptions({ input: of, staleTime: FRESH_MS })
/** Returns query options for tickets whose estimates reserve hours. */
export const reservedOptions = (of: HoursOf) => api.tickets.reserved.queryOptions({ input: of, staleTime: FRESH_MS })

/** Refetches everything about hours that is on the screen. */
export const refreshHours = (): Promise<unknown> =>
  Promise.all(
    [api.hours.key(), api.tickets.reserved.key(), api.tickets.hours.key(), api.notifications.summary.key()].map(
      (queryKey) => queries.invalidateQueries({ queryKey }),
    ),
  )
