import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { userUpdated } from '../platform/session/session.client.ts'
import type { Company } from './model.ts'

/** Returns query options for the reader's own company. */
export const mineOptions = () => api.companies.mine.queryOptions()
/** Returns query options for the summary of a company that staff see. */
export const summaryOptions = (id: string) => api.companies.summary.queryOptions({ input: { id } })

/** Refetches everything about companies that is on the screen. */
export const refreshCompanies = () => queries.invalidateQueries({ queryKey: api.companies.key() })

/** Stores a company returned by the server in the queries of a single company, and refetches lists and summaries. */
export function keepCompany(company: Company, mine: boolean): void {
  queries.setQueryData(companyOptions(company.id).queryKey, company)
  if (mine) {
    queries.setQueryData(mineOptions().queryKey, company)
    // The portal frame shows the company's name.
    void userUpdated()
  }
  void queries.invalidateQueries({ queryKey: api.companies.list.key() })
  void queries.invalidateQueries({ queryKey: api.companies.summary.key() })
}
