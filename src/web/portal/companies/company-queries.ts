import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { keepCompany } from '../platform/forms/company-options.ts'
import { userUpdated } from '../platform/session/session.client.ts'
import type { Company } from './model.ts'

/** Returns query options for the reader's own company. */
export const mineOptions = () => api.companies.mine.queryOptions()
/** Returns query options for the summary of a company that staff see. */
export const companySummaryOptions = (id: string) => api.companies.summary.queryOptions({ input: { id } })

/** Refetches everything about companies that is on the screen. */
export const refreshCompanies = () => queries.invalidateQueries({ queryKey: api.companies.key() })

/** Stores the reader's own company as the server returned it, and refetches what shows its name. */
export function keepOwnCompany(company: Company): void {
  keepCompany(company)
  queries.setQueryData(mineOptions().queryKey, company)
  // The portal frame shows the company's name.
  void userUpdated()
}
