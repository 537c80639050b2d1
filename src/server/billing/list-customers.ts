import type { z } from 'zod'
import type { CustomerRow } from '../../contract/billing.ts'
import { CustomerFilter } from '../../contract/billing.ts'
import type { Actored } from '../platform/api.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { decodeCursor, pageOf } from '../platform/cursor.ts'
import {
  customerKind,
  customerOrder,
  customerValue,
  type Filter,
  filteredCustomers,
  presentCustomer,
} from './customer-queries.ts'

type Page = { items: z.infer<typeof CustomerRow>[]; nextCursor: string | null }

/** One page of the companies that pass the filter, for administrators. */
export function listCustomers(
  { platform, actor }: Actored,
  input: Filter & { limit: number; cursor?: string },
): Promise<Page> {
  const order = customerOrder(input)
  const after = decodeCursor(input.cursor, order, customerKind(input.sort))
  return platform.db.askAs(actor, async (db) => {
    const found = await filteredCustomers(db, input, after, input.limit + 1).execute()
    const page = pageOf(found, input.limit, (last) => ({ order, value: customerValue(input.sort, last), id: last.id }))
    return {
      items: page.rows.map(presentCustomer),
      nextCursor: page.nextCursor,
    }
  })
}

const dollars = (cents: number) => (cents / 100).toFixed(2)

/** `GET /stripe-customers.csv` with the filters of the list. */
export const exportCustomers = csvRoute({
  path: '/stripe-customers.csv',
  roles: ['admin'],
  tag: 'billing',
  operationId: 'billing.customers.csv',
  summary: 'The companies that pass the filters of the list, as CSV',
  filter: CustomerFilter,
  head: [
    'Company',
    'Stripe customer',
    'Card',
    'Card expires',
    'Due (USD)',
    'Overdue (USD)',
    'Last payment (USD)',
    'Paid at',
  ],
  page: (db, _actor, filter, after, limit) => filteredCustomers(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: customerValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const c = presentCustomer(row)
    return [
      c.company.name,
      c.stripeId,
      c.card && `${c.card.brand} ${c.card.last4}`,
      c.card && `${c.card.expYear}-${String(c.card.expMonth).padStart(2, '0')}`,
      dollars(c.dueCents),
      dollars(c.overdueCents),
      c.lastPayment && dollars(c.lastPayment.amountCents),
      c.lastPayment?.at,
    ]
  },
})
