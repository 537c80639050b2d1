import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** Returns query options for one product of the catalog. */
export const productOptions = (id: string) => api.marketplace.adminGet.queryOptions({ input: { id } })
/** Returns query options for suggested tool names. */
export const toolsOptions = () => api.marketplace.adminTools.queryOptions()
/** Returns query options for the activity of a product. */
export const productHistoryOptions = (id: string) =>
  infiniteQueryOptions(
    api.marketplace.adminHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 25, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Refetches everything about the marketplace. */
export const refreshCatalogue = (): Promise<void> => queries.invalidateQueries({ queryKey: api.marketplace.key() })
