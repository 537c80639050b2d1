// The list of customers.

import { StatusMark } from '../../../ui/status.tsx'
import { formatCents } from '../../../ui/text/money-text.ts'
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { defineFilter, oneOf } from '../../lists/filter.ts'
import { defineList, type ListColumn } from '../../lists/list.ts'
import { api, type client } from '../../platform/data/api.ts'
import { formatCard, formatCardExpiry } from '../payments/card-text.ts'

export type Customer = Awaited<ReturnType<typeof client.billing.customers>>['items'][number]
/** The query parameter that opens a customer. */
export const OPEN_CUSTOMER = 'customer'

const muted = (text: string) => <span className="text-muted">{text}</span>
const columns: readonly ListColumn<Customer>[] = [
  {
    key: 'name',
    header: 'Company',
    sort: 'name',
    cell: (c) => (
      <bdi className="inline-block max-w-full truncate align-top font-medium" title={c.company.name}>
        {c.company.name}
      </bdi>
    ),
  },
  {
    key: 'due',
    header: 'Amount due',
    sort: 'due',
    width: 'w-36',
    align: 'end',
    cell: (c) => <span className="tabular">{c.dueCents > 0 ? formatCents(c.dueCents) : muted(formatCents(0))}</span>,
    card: (c) => (c.dueCents > 0 ? `${formatCents(c.dueCents)} due` : 'nothing due'),
  },
  {
    key: 'overdue',
    header: 'Overdue',
    width: 'w-36',
    align: 'end',
    cell: (c) => (c.overdueCents > 0 ? <span className="tabular text-bad">{formatCents(c.overdueCents)}</span> : null),
    card: (c) => (c.overdueCents > 0 ? <span className="text-bad">{formatCents(c.overdueCents)} overdue</span> : null),
  },
  {
    key: 'card',
    header: 'Card',
    width: 'w-52',
    cell: (c) =>
      c.card ? (
        c.card.expired ? (
          <StatusMark tone="bad">{formatCard(c.card)}, expired</StatusMark>
        ) : (
          <span className="tabular">
            {formatCard(c.card)} <span className="text-muted">{formatCardExpiry(c.card)}</span>
          </span>
        )
      ) : (
        muted('None')
      ),
    card: (c) => (c.card ? `${formatCard(c.card)}${c.card.expired ? ', expired' : ''}` : 'no card'),
  },
  {
    key: 'lastPayment',
    header: 'Last payment',
    sort: 'paid',
    width: 'w-44',
    cell: (c) =>
      c.lastPayment ? (
        <span className="tabular">
          {formatCents(c.lastPayment.amountCents)}{' '}
          <span className="text-muted">
            <RelativeTime iso={c.lastPayment.at} />
          </span>
        </span>
      ) : (
        muted('Never')
      ),
    card: (c) =>
      c.lastPayment ? (
        <span>
          paid {formatCents(c.lastPayment.amountCents)} <RelativeTime iso={c.lastPayment.at} />
        </span>
      ) : (
        'never paid'
      ),
  },
  {
    key: 'stripe',
    header: 'Stripe customer',
    width: 'w-52',
    priority: 'wide',
    cell: (c) => (c.stripeId ? <code className="block truncate text-muted text-xs">{c.stripeId}</code> : muted('None')),
  },
]

/** Companies with their amount due and Stripe customer, for administrators. */
export const customerList = defineList({
  key: 'stripe-customers',
  operation: api.billing.customers,
  noun: ['company', 'companies'],
  filter: defineFilter({
    search: 'Search companies',
    sorts: ['name', 'due', 'paid'],
    sort: 'name',
    fields: {
      due: oneOf('Amount due', [
        { value: 'open' as const, label: 'Has an amount due' },
        { value: 'overdue' as const, label: 'Overdue' },
      ]),
      card: oneOf('Card', [
        { value: 'yes' as const, label: 'Has a valid card' },
        { value: 'expired' as const, label: 'Expired' },
        { value: 'no' as const, label: 'No card' },
      ]),
      customer: oneOf('Stripe customer', [
        { value: 'yes' as const, label: 'Linked' },
        { value: 'no' as const, label: 'Not linked' },
      ]),
    },
  }),
  columns,
  cards: ['name', 'due', 'overdue', 'card', 'lastPayment'],
  row: {
    key: (c) => c.id,
    label: (c) => c.company.name,
    href: (c) => `/stripe-customers?${OPEN_CUSTOMER}=${c.id}`,
    version: (c) => `${c.dueCents} ${c.overdueCents} ${c.stripeId} ${c.card?.last4} ${c.lastPayment?.at}`,
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'due', label: 'Amount due', set: { due: 'open' as const } },
    { key: 'overdue', label: 'Overdue', set: { due: 'overdue' as const } },
    { key: 'expired', label: 'Card expired', set: { card: 'expired' as const } },
  ],
  csv: '/stripe-customers.csv',
  topics: ['billing'],
  searchHint: 'Searches company names and Stripe customer IDs.',
})
