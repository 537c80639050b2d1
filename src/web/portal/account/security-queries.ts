import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** The screen shows what the route loader has just read, and reads again at the next visit. */
const FRESH_MS = 2_000
/** Query options for the user's second factors. */
export const factorsOptions = () => api.account.factors.queryOptions({ staleTime: FRESH_MS })
/** Query options for where the user is signed in. */
export const sessionsOptions = () => api.account.sessions.queryOptions({ staleTime: FRESH_MS })

/** Refetches everything that the security screen shows. */
export function refreshSecurity(): void {
  void queries.invalidateQueries({ queryKey: api.account.factors.key() })
  void queries.invalidateQueries({ queryKey: api.account.sessions.key() })
}
