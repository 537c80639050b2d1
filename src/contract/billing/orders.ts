// Orders, their lines, and the hours bought with them.

import { z } from 'zod'
import { Id, Instant, manyOf, NamedCompany, op, owner, page, pageOf } from '../base.ts'
import { Person } from '../companies/index.ts'
import { UNPAID_MAX } from '../plain/rates.ts'
import { Currency, cents, INVOICE_STATES, Method, payers } from './fields.ts'
import { Pack } from './packs.ts'

export const ORDER_SOURCES = ['purchase', 'top_up', 'agreement', 'recurring', 'overage', 'manual'] as const
export const ORDER_STATES = ['open', 'paid', 'canceled', 'refunded'] as const
const LINE_KINDS = ['hours', 'agreement', 'month', 'overage', 'product', 'other'] as const
const ORDER_SORTS = ['created'] as const
export const OrderLine = z.object({
  id: Id,
  kind: z.enum(LINE_KINDS),
  description: z.string(),
  /** Up to three decimals. */
  quantity: z.number(),
  unitCents: z.number().int(),
  amountCents: z.number().int(),
  /** The month, or part of one, that is billed. Both days are included. */
  periodFrom: z.string().nullable(),
  periodTo: z.string().nullable(),
})
/** Hours that were bought with an order. */
export const BoughtHours = z.object({
  blockId: Id,
  name: z.string(),
  /** pending: bought, but not usable yet. */
  state: z.enum(['pending', 'active', 'expired', 'void']),
  minutes: z.number().int(),
  remaining: z.number().int(),
  expiresOn: z.string().nullable(),
  /** Whether staff made them usable before they were paid. */
  released: z.boolean(),
})
const orderFields = {
  id: Id,
  number: z.number().int(),
  company: NamedCompany,
  source: z.enum(ORDER_SOURCES),
  status: z.enum(ORDER_STATES),
  /** The payment method chosen for it. */
  method: Method,
  totalCents: z.number().int(),
  currency: Currency,
  /** The bought items, on one line. */
  title: z.string(),
  /** Null when it was placed automatically: for a new month, a low balance, or overage. */
  placedBy: Person.nullable(),
  /** Null while a card order waits for payment. */
  invoice: z
    .object({ id: Id, number: z.string(), status: z.enum(INVOICE_STATES), overdue: z.boolean(), dueOn: z.string() })
    .nullable(),
  createdAt: Instant,
}
export const OrderRow = z.object(orderFields)
export const Order = z.object({
  ...orderFields,
  lines: z.array(OrderLine),
  hours: z.array(BoughtHours),
  can: z.object({
    /** Only for card orders that are not paid. */
    cancel: z.boolean(),
    /** Pay it by card now. */
    pay: z.boolean(),
  }),
})
export const OrderFilter = z.object({
  company: Id.optional(),
  status: manyOf(z.enum(ORDER_STATES)),
  source: manyOf(z.enum(ORDER_SOURCES)),
  sort: z.enum(ORDER_SORTS).default('created'),
  order: z.enum(['asc', 'desc']).default('desc'),
})

export const orderOperations = {
  order: op('POST', '/orders', {
    roles: owner,
    tag: 'billing',
    summary:
      'Buy an hour pack. The invoice is issued immediately. For a card order, it is issued once the order is paid.',
    status: 201,
    creates: true,
  })
    .errors({
      PRICE_CHANGED: {
        status: 409,
        message: 'The price has changed. Review the new price and try again.',
        data: z.object({ current: Pack.optional() }).optional(),
      },
      PACK_GONE: { status: 422, message: 'This pack is no longer sold. Choose another one.', data: z.any() },
      CARD_UNAVAILABLE: { status: 422, message: 'Card payments aren’t set up. Pay by invoice instead.', data: z.any() },
      UNPAID_ORDERS: {
        status: 422,
        message: `Your company has at least ${UNPAID_MAX} unpaid orders by invoice. Pay some of them first, or contact us.`,
      },
    })
    .input(
      z.object({
        packId: Id,
        method: Method,
        /** The price that was on the screen. The order is rejected when it has changed. */
        expectedCents: cents('Enter the price that was shown.'),
      }),
    )
    .output(Order),
  orders: op('GET', '/orders', {
    roles: payers,
    tag: 'billing',
    summary: 'List orders. Owners get those of their own company.',
  })
    .input(OrderFilter.extend(page))
    .output(pageOf(OrderRow)),
  getOrder: op('GET', '/orders/{id}', { roles: payers, tag: 'billing', summary: 'Get an order' })
    .input(z.object({ id: Id }))
    .output(Order),
  cancelOrder: op('POST', '/orders/{id}/cancel', {
    roles: payers,
    tag: 'billing',
    summary: 'Cancel an unpaid card order',
  })
    .errors({ NOT_CANCELABLE: { status: 409, message: 'This order can no longer be canceled.', data: z.any() } })
    .input(z.object({ id: Id }))
    .output(Order),
}
