// Automations recommended to a company.

import { z } from 'zod'
import { Id, op, partners } from '../base.ts'
import { PriceModel } from '../marketplace.ts'
import { TicketCategory } from '../tickets/index.ts'
import { tag } from './fields.ts'

/** Maximum number of recommendations at a time. */
export const RECOMMENDED = 6
/** A product that a company does not have and may want, with reasons that the company can verify. */
export const Recommendation = z.object({
  product: z.object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    promise: z.string(),
    category: z.object({ key: z.string(), name: z.string() }),
    priceModel: PriceModel,
    priceCents: z.number().int().nullable(),
    currency: z.string(),
  }),
  /** A sentence with the figures below. */
  reason: z.string(),
  /** Whether a language model wrote the sentence. Rules decide what is recommended. */
  worded: z.boolean(),
  /** Tools of the company that the product connects. */
  tools: z.array(z.string()),
  /** Tickets of the last 90 days in the matching category, and all tickets opened in that time. */
  tickets: z.object({ category: TicketCategory, count: z.number().int(), of: z.number().int() }).nullable(),
  /** Companies with a tool in common that run it. Null when there are fewer than 3. */
  others: z.number().int().nullable(),
})
const productInput = z.object({ productId: Id })

export const recommendationOperations = {
  recommendations: op('GET', '/recommendations', {
    roles: partners,
    tag,
    summary: `List up to ${RECOMMENDED} recommended products for your company, with the reasons`,
  })
    .input(z.object({}))
    .output(z.object({ items: z.array(Recommendation), dismissed: z.number().int() })),
  dismiss: op('POST', '/recommendations/{productId}/dismiss', {
    roles: partners,
    tag,
    summary: 'Stop recommending a product to your company',
  })
    .input(productInput)
    .output(z.object({})),
  restore: op('DELETE', '/recommendations/{productId}/dismiss', {
    roles: partners,
    tag,
    summary: 'Allow a dismissed product to be recommended again',
  })
    .input(productInput)
    .output(z.object({})),
}
