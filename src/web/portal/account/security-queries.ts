import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

/** Asks again for everything that the security screen shows. */
export function refreshSecurity(): void {
  void queries.invalidateQueries({ queryKey: api.account.factors.key() })
  void queries.invalidateQueries({ queryKey: api.account.sessions.key() })
}
