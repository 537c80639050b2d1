// What the screens about users ask the server for.
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

const FRESH_MS = 2_000

/** One user or invitation, with how somebody signs in. */
export const userOptions = (id: string) => api.people.get.queryOptions({ input: { id }, staleTime: FRESH_MS })

/** Asks again for every list of users, and for the user that was changed. */
export const refreshUsers = (): Promise<unknown> =>
  Promise.all([
    queries.invalidateQueries({ queryKey: api.people.list.key() }),
    queries.invalidateQueries({ queryKey: api.people.get.key() }),
  ])
