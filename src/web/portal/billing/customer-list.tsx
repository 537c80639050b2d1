// The list of customers as declared.
import { showCents } from '../../ui/money-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusMark } from '../../ui/status.tsx'
import { defineFilter, oneOf } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api, type client } from '../platform/api.ts'
import { shortCard, showExpiry } from './card-text.ts'

export type Customer = Awaited<ReturnType<typeof client.billing.customers>>['items'][number]
/** The parameter of the address that opens one. */
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
    header: 'Due',
    sort: 'due',
    width: 'w-36',
    align: 'end',
    cell: (c) => <span className="tabular">{c.dueCents > 0 ? showCents(c.dueCents) : muted('Nothing')}</span>,
    card: (c) => (c.dueCents > 0 ? `${showCents(c.dueCents)} due` : 'nothing due'),
  },
  {
    key: 'overdue',
    header: 'Overdue',
    width: 'w-36',
    align: 'end',
    cell: (c) => (c.overdueCents > 0 ? <span className="tabular text-bad">{showCents(c.overdueCents)}</span> : null),
    card: (c) => (c.overdueCents > 0 ? <span className="text-bad">{showCents(c.overdueCents)} overdue</span> : null),
  },
  {
    key: 'card',
    header: 'Card',
    width: 'w-52',
    cell: (c) =>
      c.card ? (
        c.card.expired ? (
          <StatusMark tone="bad">{shortCard(c.card)}, expired</StatusMark>
        ) : (
          <span className="tabular">
            {shortCard(c.card)} <span className="text-muted">{showExpiry(c.card)}</span>
          </span>
        )
      ) : (
        muted('None')
      ),
    card: (c) => (c.card ? `${shortCard(c.card)}${c.card.expired ? ', expired' : ''}` : 'no card'),
  },
  {
    key: 'lastPayment',
    header: 'Last payment',
    sort: 'paid',
    width: 'w-44',
    cell: (c) =>
      c.lastPayment ? (
        <span className="tabular">
          {showCents(c.lastPayment.amountCents)}{' '}
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
          paid {showCents(c.lastPayment.amountCents)} <RelativeTime iso={c.lastPayment.at} />
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

/** Companies with what they owe and their customer at Stripe, for administrators. */
export const customerList = defineList({
  key: 'stripe-customers',
  operation: api.billing.customers,
  noun: ['company', 'companies'],
  filter: defineFilter({
    search: 'Search companies',
    sorts: ['name', 'due', 'paid'],
    sort: 'name',
    fields: {
      due: oneOf('Due', [
        { value: 'open' as const, label: 'Owes something' },
        { value: 'overdue' as const, label: 'Is overdue' },
      ]),
      card: oneOf('Card', [
        { value: 'yes' as const, label: 'Has one' },
        { value: 'expired' as const, label: 'Has expired' },
        { value: 'no' as const, label: 'Has none' },
      ]),
      customer: oneOf('At Stripe', [
        { value: 'yes' as const, label: 'Has a customer' },
        { value: 'no' as const, label: 'Has none' },
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
    { key: 'due', label: 'Owing', set: { due: 'open' as const } },
    { key: 'overdue', label: 'Overdue', set: { due: 'overdue' as const } },
    { key: 'expired', label: 'Card expired', set: { card: 'expired' as const } },
  ],
  csv: '/stripe-customers.csv',
  topics: ['billing'],
  searchHint: 'Names and ids at Stripe are searched.',
})
