// Query options for buying an automation.
import type { z } from 'zod'
import type * as contract from '../../../contract/marketplace.ts'
import { api } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'

export type Offer = z.infer<typeof contract.Offer>
export type Purchase = z.infer<typeof contract.Purchase>

/** Returns query options for a product's current offer to the reader's company. */
export const offerOptions = (slug: string) => api.marketplace.offer.queryOptions({ input: { slug }, staleTime: 2_000 })
/** Returns query options for a purchase. */
export const purchaseOptions = (id: string) => api.marketplace.purchase.queryOptions({ input: { id }, staleTime: 0 })

/** Refetches everything that a purchase changes. */
export const refreshPurchases = (): Promise<unknown> =>
  Promise.all(
    [api.marketplace.key(), api.automations.key(), api.billing.key()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )
