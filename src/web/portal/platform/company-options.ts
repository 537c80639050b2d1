import { api } from './api.ts'

/** One company, for its name. */
export const companyOptions = (id: string) => api.companies.get.queryOptions({ input: { id } })

/** Partners whose name has this in it. */
export const partnersOptions = (q: string) =>
  api.companies.list.queryOptions({
    input: { q: q || undefined, kind: ['partner'], limit: 20 },
    select: (found) => found.items.map(({ id, name }) => ({ id, name })),
  })
