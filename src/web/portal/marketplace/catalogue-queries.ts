import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

/** One product as it stands in the catalogue. */
export const productOptions = (id: string) => api.marketplace.adminGet.queryOptions({ input: { id } })
/** Names of tools, for suggestions. */
export const toolsOptions = () => api.marketplace.adminTools.queryOptions()
/** Who changed what of a product. */
export const productHistoryOptions = (id: string) =>
  infiniteQueryOptions(
    api.marketplace.adminHistory.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 25, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Everything that is shown of the marketplace is asked for again. */
export const refreshCatalogue = (): Promise<void> => queries.invalidateQueries({ queryKey: api.marketplace.key() })
