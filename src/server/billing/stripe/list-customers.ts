import { CustomerFilter } from '../../../contract/billing/index.ts'
import { contract } from '../../../contract/index.ts'
import { getCardBrand } from '../../../contract/plain/card-brands.ts'
import { formatCentsCell } from '../../../contract/plain/money.ts'
import { decodeCursor, pageOf } from '../../platform/database/cursor.ts'
import { action } from '../../platform/http/action.ts'
import { csvRoute } from '../../platform/http/csv-route.ts'
import { customerKind, customerOrder, customerValue, filteredCustomers, presentCustomer } from './customer-queries.ts'

/** Returns one page of the companies that match the filter, for administrators. */
export const listCustomers = action(contract.billing.customers, ({ platform, actor }, input) => {
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
})

/** Handles `GET /stripe-customers.csv`, with the filters of the list. */
export const exportCustomers = csvRoute({
  path: '/stripe-customers.csv',
  roles: ['admin'],
  tag: 'billing',
  operationId: 'billing.customers.csv',
  summary: 'Export the companies that match the filters as CSV',
  filter: CustomerFilter,
  head: [
    'Company',
    'Stripe customer ID',
    'Card',
    'Card expires',
    'Amount due (USD)',
    'Overdue (USD)',
    'Last payment (USD)',
    'Last payment at',
  ],
  page: (db, _actor, filter, after, limit) => filteredCustomers(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: customerValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const c = presentCustomer(row)
    return [
      c.company.name,
      c.stripeId,
      c.card && `${getCardBrand(c.card.brand)} ending in ${c.card.last4}`,
      c.card && `${c.card.expYear}-${String(c.card.expMonth).padStart(2, '0')}`,
      formatCentsCell(c.dueCents),
      formatCentsCell(c.overdueCents),
      c.lastPayment && formatCentsCell(c.lastPayment.amountCents),
      c.lastPayment?.at,
    ]
  },
})
