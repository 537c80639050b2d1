import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

/** Every policy. */
export const policiesOptions = () => api.sla.policies.queryOptions()
/** Every calendar. */
export const calendarsOptions = () => api.sla.calendars.queryOptions()
/** The policy that holds for a company. */
export const companyPolicyOptions = (id: string) => api.sla.companyPolicy.queryOptions({ input: { id } })
/** Asks again for all of it. */
export const refreshSla = (): Promise<void> => queries.invalidateQueries({ queryKey: api.sla.key() })
