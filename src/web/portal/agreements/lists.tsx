// The lists of agreements.
import { formatDay } from '../../../contract/plain/dates.ts'
import { formatHoursMinutes } from '../../../contract/plain/durations.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { defineFilter, manyOf, type Option, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { partnersOptions } from '../platform/forms/choice-options.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { AgreementStatus, describeHours, Ends, Price, Standing } from './marks.tsx'
import {
  type AgreementRow,
  agreementStatuses,
  agreementStatusLooks,
  agreementTypeLabels,
  formatAgreementNumber,
  type Status,
  type Type,
  types,
} from './model.ts'

const none = <span className="text-muted">None</span>

const name: ListColumn<AgreementRow> = {
  key: 'name',
  header: 'Agreement',
  sort: 'name',
  cell: (a) => (
    <span className="inline-flex max-w-full items-baseline gap-2 align-top">
      <span className="tabular shrink-0 text-muted">{formatAgreementNumber(a.number)}</span>
      <bdi className="min-w-0 truncate font-medium">{a.name}</bdi>
    </span>
  ),
}
const statusColumn = (partner: boolean): ListColumn<AgreementRow> => ({
  key: 'status',
  header: 'Status',
  width: partner ? 'w-54' : 'w-56',
  cell: (a) => <Standing of={a} partner={partner} />,
})
const columns: ListColumn<AgreementRow>[] = [
  name,
  { key: 'company', header: 'Company', width: 'w-52', cell: (a) => a.company.name },
  { key: 'type', header: 'Type', width: 'w-40', optional: true, cell: (a) => agreementTypeLabels[a.type] },
  statusColumn(false),
  {
    key: 'value',
    header: 'Value',
    width: 'w-40',
    align: 'end',
    cell: (a) => <Price of={a} column />,
    card: (a) => <Price of={a} />,
  },
  {
    key: 'hours',
    header: 'Hours',
    width: 'w-32',
    optional: true,
    cell: (a) => describeHours(a, formatHoursMinutes) ?? none,
    card: (a) => describeHours(a),
  },
  {
    key: 'next',
    header: 'Next billing',
    sort: 'next',
    width: 'w-30',
    priority: 'medium',
    cell: (a) => (a.nextPeriodOn ? formatDay(a.nextPeriodOn) : none),
    card: (a) => a.nextPeriodOn && `Next billing ${formatDay(a.nextPeriodOn)}`,
  },
  {
    key: 'ends',
    header: 'Ends',
    sort: 'ends',
    width: 'w-36',
    cell: (a) => <Ends of={a} />,
    card: (a) => a.endsOn && `Ends ${formatDay(a.endsOn)}`,
  },
  {
    key: 'number',
    header: 'Number',
    sort: 'number',
    width: 'w-24',
    optional: true,
    cell: (a) => <span className="tabular">{formatAgreementNumber(a.number)}</span>,
  },
  {
    key: 'updated',
    header: 'Updated',
    sort: 'updated',
    width: 'w-28',
    optional: true,
    cell: (a) => <RelativeTime iso={a.updatedAt} className="text-muted" />,
  },
]

const type = manyOf(
  'Type',
  types.map((value): Option<Type> => ({ value, label: agreementTypeLabels[value] })),
)
const statusField = (of: readonly Status[], usual: Status[] = []) =>
  manyOf<Status>(
    'Status',
    of.map(
      (value): Option<Status> => ({
        value,
        label: <AgreementStatus status={value} />,
        text: agreementStatusLooks[value].label,
      }),
    ),
    { usual },
  )
const sorts = ['updated', 'number', 'name', 'ends', 'next'] as const
const shared = {
  operation: api.agreements.list,
  noun: ['agreement', 'agreements'],
  topics: ['agreement'],
  searchHint: 'Searches names, companies and numbers such as A-1001.',
} as const
const row = (base: string) => ({
  key: (a: AgreementRow) => a.id,
  label: (a: AgreementRow) => `${formatAgreementNumber(a.number)} ${a.name}`,
  href: (a: AgreementRow) => `${base}/${a.id}`,
  version: (a: AgreementRow) => `${a.updatedAt} ${a.open?.id ?? ''} ${a.open?.status ?? ''}`,
})
const running: Status[] = ['draft', 'sent', 'returned', 'signed', 'active']

/** All agreements, for staff. */
export const agreementList = defineList({
  ...shared,
  key: 'agreements',
  columns,
  cards: ['name', 'company', 'status', 'value', 'next', 'ends'],
  csv: '/agreements.csv',
  row: row('/agreements'),
  filter: defineFilter({
    search: 'Search agreements',
    sorts,
    sort: 'updated',
    order: 'desc',
    fields: {
      status: statusField(agreementStatuses, running),
      type,
      company: pick('Company', { find: partnersOptions, one: companyOptions }, { none: 'All companies' }),
    },
  }),
  views: [
    { key: 'running', label: 'Current', set: {} },
    { key: 'waiting', label: 'Awaiting signature', set: { status: ['sent'] } },
    { key: 'returned', label: 'Changes requested', set: { status: ['returned'] } },
    { key: 'active', label: 'Active', set: { status: ['active', 'signed'] } },
    { key: 'drafts', label: 'Drafts', set: { status: ['draft'] } },
    { key: 'over', label: 'Ended', set: { status: ['expired', 'canceled'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})

/** The agreements of one company, on its page. */
export const companyAgreements = defineList({
  ...shared,
  key: 'company-agreements',
  columns: columns.filter((c) => c.key !== 'company'),
  cards: ['name', 'type', 'status', 'value', 'next', 'ends'],
  row: row('/agreements'),
  filter: defineFilter({
    search: 'Search agreements',
    sorts,
    sort: 'updated',
    order: 'desc',
    fields: { status: statusField(agreementStatuses), type },
  }),
})

/** The partner's own agreements. */
export const ownAgreements = defineList({
  ...shared,
  key: 'own-agreements',
  columns: [
    name,
    {
      key: 'type',
      header: 'Type',
      width: 'w-40',
      priority: 'medium',
      cell: (a: AgreementRow) => agreementTypeLabels[a.type],
    },
    statusColumn(true),
    { key: 'value', header: 'Price', width: 'w-36', cell: (a: AgreementRow) => <Price of={a} /> },
    {
      key: 'hours',
      header: 'Hours',
      width: 'w-28',
      priority: 'wide',
      cell: (a: AgreementRow) => describeHours(a, formatHoursMinutes) ?? none,
      card: (a: AgreementRow) => describeHours(a),
    },
    {
      key: 'ends',
      header: 'Ends',
      sort: 'ends',
      width: 'w-34',
      cell: (a: AgreementRow) => <Ends of={a} />,
      card: (a: AgreementRow) => a.endsOn && `Ends ${formatDay(a.endsOn)}`,
    },
    {
      key: 'updated',
      header: 'Updated',
      sort: 'updated',
      width: 'w-28',
      priority: 'medium',
      cell: (a: AgreementRow) => <RelativeTime iso={a.updatedAt} className="text-muted" />,
    },
  ],
  cards: ['name', 'type', 'status', 'value', 'hours', 'ends'],
  row: row('/my-agreements'),
  csv: '/agreements.csv',
  filter: defineFilter({
    search: 'Search agreements',
    sorts,
    sort: 'updated',
    order: 'desc',
    fields: {
      status: statusField(
        agreementStatuses.filter((s) => s !== 'draft'),
        ['sent', 'returned', 'signed', 'active'],
      ),
      type,
    },
  }),
  views: [
    { key: 'running', label: 'Current', set: {} },
    { key: 'waiting', label: 'Awaiting signature', set: { status: ['sent'] } },
    { key: 'over', label: 'Ended', set: { status: ['expired', 'canceled'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})
