// Query options for the purchase and billing screens.
import { api } from '../platform/data/api.ts'

const FRESH_MS = 2_000

/** Returns query options for the hour packs, in their order, and the payment methods. */
export const packsOptions = (archived = false) =>
  api.billing.packs.queryOptions({ input: archived ? { archived: 'also' } : {}, staleTime: FRESH_MS })
/** Returns query options for the company's hours balance. */
export const ownBalanceOptions = () => api.hours.balance.queryOptions({ input: {}, staleTime: FRESH_MS })
/** Returns query options for one order, including its payment link. */
export const orderOptions = (id: string) => api.billing.getOrder.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** Returns query options for one invoice. */
export const invoiceOptions = (id: string) => api.billing.invoice.queryOptions({ input: { id }, staleTime: FRESH_MS })
/** Returns query options for the amounts due. Administrators pass the company. */
export const billingSummaryOptions = (companyId?: string) =>
  api.billing.summary.queryOptions({ input: companyId ? { companyId } : {}, staleTime: FRESH_MS })
/** Returns query options for the automatic top-up. Administrators pass the company. */
export const topUpOptions = (companyId?: string) =>
  api.billing.topUp.queryOptions({ input: companyId ? { companyId } : {}, staleTime: FRESH_MS })
/** Returns query options for the amounts invoiced, paid and refunded by month. */
export const revenueOptions = (input: { from?: string; to?: string }) =>
  api.billing.revenue.queryOptions({ input, staleTime: FRESH_MS })
