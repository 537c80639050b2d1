import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** Refetches everything that the security screen shows. */
export function refreshSecurity(): void {
  void queries.invalidateQueries({ queryKey: api.account.factors.key() })
  void queries.invalidateQueries({ queryKey: api.account.sessions.key() })
}
