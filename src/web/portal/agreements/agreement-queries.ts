import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

/** One agreement. */
export const agreementOptions = (id: string) => api.agreements.get.queryOptions({ input: { id } })
/** One text of it. */
export const revisionOptions = (id: string, revisionId: string) =>
  // What was sent never changes.
  api.agreements.revision.queryOptions({ input: { id, revisionId } })
/** Who did what to it. */
export const historyOptions = (id: string) =>
  infiniteQueryOptions(
    api.agreements.history.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, limit: 20, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
/** Templates and variables. */
export const templatesOptions = () => api.agreements.templates.queryOptions()
/** Service levels to choose from. */
export const levelsOptions = () => api.sla.policies.queryOptions()

/** Asks again for everything about agreements. */
export const refreshAgreements = (): Promise<void> => queries.invalidateQueries({ queryKey: api.agreements.key() })
