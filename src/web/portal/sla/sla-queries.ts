import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

/** Returns query options for all policies. */
export const policiesOptions = () => api.sla.policies.queryOptions()
/** Returns query options for all calendars. */
export const calendarsOptions = () => api.sla.calendars.queryOptions()
/** Returns query options for the policy of a company. */
export const companyPolicyOptions = (id: string) => api.sla.companyPolicy.queryOptions({ input: { id } })
/** Refetches everything about service levels. */
export const refreshSla = (): Promise<void> => queries.invalidateQueries({ queryKey: api.sla.key() })
