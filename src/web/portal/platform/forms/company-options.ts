import { api } from '../data/api.ts'

/** Query options for one company. */
export const companyOptions = (id: string) => api.companies.get.queryOptions({ input: { id } })
