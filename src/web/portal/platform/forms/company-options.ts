import { api, type client } from '../data/api.ts'
import { queries } from '../data/queries.ts'

/** Query options for one company. */
export const companyOptions = (id: string) => api.companies.get.queryOptions({ input: { id } })

/** Stores a company returned by the server in its own query, and refetches lists and summaries. */
export function keepCompany(company: Awaited<ReturnType<typeof client.companies.get>>): void {
  queries.setQueryData(companyOptions(company.id).queryKey, company)
  for (const queryKey of [api.companies.list.key(), api.companies.summary.key()])
    void queries.invalidateQueries({ queryKey })
}
