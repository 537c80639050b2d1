import { api } from '../platform/api.ts'
import { companyOptions } from '../platform/company-options.ts'
import { queries } from '../platform/queries.ts'
import { userUpdated } from '../platform/session.client.ts'
import type { Company } from './model.ts'

/** The own company. */
export const mineOptions = () => api.companies.mine.queryOptions()
/** What staff see of a company at a glance. */
export const summaryOptions = (id: string) => api.companies.summary.queryOptions({ input: { id } })

/** Asks again for everything about companies that is on the screen. */
export const refreshCompanies = () => queries.invalidateQueries({ queryKey: api.companies.key() })

/** Keeps a company as the server answered it, wherever it is shown. */
export function keepCompany(company: Company, mine: boolean): void {
  queries.setQueryData(companyOptions(company.id).queryKey, company)
  if (mine) {
    queries.setQueryData(mineOptions().queryKey, company)
    // The name stands in the shell.
    void userUpdated()
  }
  void queries.invalidateQueries({ queryKey: api.companies.list.key() })
  void queries.invalidateQueries({ queryKey: api.companies.summary.key() })
}
