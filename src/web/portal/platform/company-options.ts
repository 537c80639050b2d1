import { api } from './api.ts'

/** One company, for its name. */
export const companyOptions = (id: string) => api.companies.get.queryOptions({ input: { id } })
