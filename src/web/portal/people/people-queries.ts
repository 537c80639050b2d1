// Query options for the user screens.
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

const FRESH_MS = 2_000

/** Returns query options for one user or invitation, including sign-in methods. */
export const userOptions = (id: string) => api.people.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Refetches every list of users and all user details. */
export const refreshUsers = (): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.people.list.key() }),
    queries.invalidateQueries({ queryKey: api.people.get.key() }),
  ])
