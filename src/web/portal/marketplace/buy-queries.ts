// What the screens of buying an automation ask the server for.
import type { z } from 'zod'
import type * as contract from '../../../contract/marketplace.ts'
import { api } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'

export type Offer = z.infer<typeof contract.Offer>
export type Purchase = z.infer<typeof contract.Purchase>

/** What a product costs the reader's company now. */
export const offerOptions = (slug: string) => api.marketplace.offer.queryOptions({ input: { slug }, staleTime: 2_000 })
/** What became of a purchase. */
export const purchaseOptions = (id: string) => api.marketplace.purchase.queryOptions({ input: { id }, staleTime: 0 })

/** Asks again for everything that a purchase changes. */
export const refreshPurchases = (): Promise<unknown> =>
  Promise.all(
    [api.marketplace.key(), api.automations.key(), api.billing.key()].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  )

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** "Nov 20, 2026" of a day such as 2026-11-20. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** "Nov 20" of a day such as 2026-11-20. */
export const shortDayText = (day: string): string => SHORT.format(new Date(`${day}T00:00:00Z`))
