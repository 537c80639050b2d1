// What the screens of buying and owing ask the server for.
import { api } from '../platform/api.ts'

const FRESH_MS = 2_000

/** What is sold, in its order, and how it can be paid. */
export const packsOptions = (archived = false) =>
  api.billing.packs.queryOptions({ input: archived ? { archived: 'also' } : {}, staleTime: FRESH_MS })
/** What the company has. */
export const balanceOptions = () => api.hours.balance.queryOptions({ input: {}, staleTime: FRESH_MS })
/** One order, with where it leads to pay. */
export const orderOptions = (id: string) => api.billing.getOrder.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** One invoice. */
export const invoiceOptions = (id: string) => api.billing.invoice.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** What is due; administrators name the company. */
export const summaryOptions = (companyId?: string) =>
  api.billing.summary.queryOptions({ input: companyId ? { companyId } : {}, staleTime: FRESH_MS })
/** The rule of the automatic top-up; administrators name the company. */
export const topUpOptions = (companyId?: string) =>
  api.billing.topUp.queryOptions({ input: companyId ? { companyId } : {}, staleTime: FRESH_MS })
/** What was invoiced, paid and given back, month by month. */
export const revenueOptions = (input: { from?: string; to?: string }) =>
  api.billing.revenue.queryOptions({ input, staleTime: FRESH_MS })
/** Hours that are paid and not used yet, by company. */
export const liabilityOptions = (cursor?: string) =>
  api.hours.liability.queryOptions({ input: { limit: 100, ...(cursor ? { cursor } : {}) }, staleTime: FRESH_MS })
