import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** Returns query options for one agreement. */
export const agreementOptions = (id: string) => api.agreements.get.queryOptions({ input: { id } })
/** Returns query options for one revision of an agreement. */
export const revisionOptions = (id: string, revisionId: string) =>
  // A revision never changes after it was sent.
  api.agreements.revision.queryOptions({ input: { id, revisionId } })
/** Returns query options for the activity of an agreement. */
export const agreementHistoryOptions = (id: string) =>
  infiniteQueryOptions(
    api.agreements.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Returns query options for templates and variables. */
export const agreementTemplatesOptions = () => api.agreements.templates.queryOptions()
/** Returns query options for the service levels to choose from. */
export const levelsOptions = () => api.sla.policies.queryOptions()

/** Refetches everything about agreements. */
export const refreshAgreements = (): Promise<void> => queries.invalidateQueries({ queryKey: api.agreements.key() })
