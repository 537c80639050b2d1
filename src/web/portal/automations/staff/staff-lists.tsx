// The lists of automations for staff.
import { RelativeTime } from '../../../ui/text/relative-time.tsx'
import { defineFilter, manyOf, type Option, oneOf, pick } from '../../lists/filter.ts'
import { defineList, type ListColumn } from '../../lists/list.ts'
import { api } from '../../platform/data/api.ts'
import { allPartnersOptions } from '../../platform/forms/choice-options.ts'
import { companyOptions } from '../../platform/forms/company-options.ts'
import { AutomationStatus, LastRun } from '../marks.tsx'
import {
  type AutomationRow,
  automationStatuses,
  automationStatusLooks,
  formatAutomationPrice,
  formatPercent,
  type Status,
} from '../model.ts'

const CHOICES = 20
const FRESH_MS = 10_000
const named = ({ id, name }: { id: string; name: string }) => ({ id, name })
/** Returns query options for published and draft products whose name contains the text. */
export const productsByNameOptions = (q: string) =>
  api.marketplace.adminList.queryOptions({
    input: { q: q || undefined, status: ['published', 'draft'], sort: 'name', limit: CHOICES },
    staleTime: FRESH_MS,
    select: (found) => found.items.map(named),
  })
const companies = { find: allPartnersOptions, one: companyOptions }
const products = {
  find: productsByNameOptions,
  one: (id: string) => api.marketplace.adminGet.queryOptions({ input: { id }, select: named }),
}

type Trouble = 'silent' | 'no_key' | 'connection'
const troubles: Option<Trouble>[] = [
  { value: 'silent', label: 'Not reporting' },
  { value: 'no_key', label: 'No API key for runs' },
  { value: 'connection', label: 'Connection broken or expiring' },
]

/** Says in a few words what needs attention. */
function Wants({ of: a }: { of: AutomationRow }) {
  const words = [
    ...(a.asked ? [`${a.asked === 'pause' ? 'Pause' : 'Resume'} requested`] : []),
    ...(a.episode?.kind === 'silent' ? ['Not reporting'] : []),
    ...(a.episode?.ticket ? [`T-${a.episode.ticket.number}`] : []),
    ...(a.intakeOpen ? ['Setup questions unanswered'] : []),
  ]
  return words.length > 0 ? <span className="block truncate">{words.join(', ')}</span> : null
}

const columns: ListColumn<AutomationRow>[] = [
  {
    key: 'name',
    header: 'Automation',
    sort: 'name',
    cell: (a) => <bdi className="font-medium">{a.name}</bdi>,
  },
  {
    key: 'company',
    header: 'Company',
    width: 'w-52',
    cell: (a) => <span className="block truncate">{a.company.name}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    sort: 'status',
    width: 'w-34',
    cell: (a) => <AutomationStatus status={a.status} />,
  },
  {
    key: 'wants',
    header: 'Needs attention',
    width: 'w-48',
    priority: 'medium',
    cell: (a) => <Wants of={a} />,
  },
  {
    key: 'lastRun',
    header: 'Last run',
    sort: 'lastRun',
    width: 'w-44',
    cell: (a) => (
      <span>
        <LastRun of={a} />
      </span>
    ),
  },
  {
    key: 'success',
    header: 'Success rate',
    width: 'w-26',
    align: 'end',
    priority: 'medium',
    cell: (a) => <span className="tabular">{formatPercent(a.last30.successRate)}</span>,
    card: (a) => a.last30.successRate !== null && `${formatPercent(a.last30.successRate)} succeeded`,
  },
  {
    key: 'product',
    header: 'Product',
    width: 'w-52',
    optional: true,
    cell: (a) => <span className="block truncate text-muted">{a.product?.name ?? 'Custom'}</span>,
  },
  {
    key: 'price',
    header: 'Price',
    width: 'w-32',
    align: 'end',
    optional: true,
    cell: (a) => <span className="tabular">{formatAutomationPrice(a)}</span>,
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

const shared = {
  operation: api.automations.list,
  noun: ['automation', 'automations'],
  topics: ['automation'],
  csv: '/automations.csv',
  searchHint: 'Searches names of automations and companies.',
  row: {
    key: (a: AutomationRow) => a.id,
    label: (a: AutomationRow) => `${a.name}, ${a.company.name}`,
    href: (a: AutomationRow) => `/apps-automations/${a.id}?tab=manage`,
    version: (a: AutomationRow) => `${a.version} ${a.status}`,
  },
} as const
const status = (usual: Status[]) =>
  manyOf<Status>(
    'Status',
    automationStatuses.map(
      (value): Option<Status> => ({
        value,
        label: <AutomationStatus status={value} />,
        text: automationStatusLooks[value].label,
      }),
    ),
    { usual },
  )
const there: Status[] = ['failing', 'requested', 'provisioning', 'live', 'paused']
const sorts = ['status', 'name', 'lastRun', 'updated'] as const
const asked = oneOf<'yes'>('Requests', [{ value: 'yes', label: 'Pause or resume' }])

/** The automations of all companies. */
export const staffAutomations = defineList({
  ...shared,
  key: 'installations',
  columns,
  cards: ['name', 'company', 'status', 'wants', 'lastRun'],
  filter: defineFilter({
    search: 'Search automations',
    sorts,
    sort: 'status',
    order: 'asc',
    fields: {
      status: status(there),
      company: pick('Company', companies, { none: 'All companies', ofRow: (a: AutomationRow) => a.company }),
      product: pick('Product', products, { none: 'All products', ofRow: (a: AutomationRow) => a.product }),
      trouble: manyOf<Trouble>('Problem', troubles),
      asked,
    },
  }),
  views: [
    { key: 'current', label: 'Current', set: {} },
    { key: 'failing', label: 'Failing', set: { status: ['failing'] } },
    { key: 'setup', label: 'To set up', set: { status: ['requested', 'provisioning'] } },
    { key: 'asked', label: 'Requests', set: { asked: 'yes' } },
    { key: 'silent', label: 'Not reporting', set: { trouble: ['silent'] } },
    { key: 'no-key', label: 'No API key', set: { trouble: ['no_key'] } },
    { key: 'connections', label: 'Connections', set: { trouble: ['connection'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})

/** The automations of one company, on its page. */
export const companyAutomations = defineList({
  ...shared,
  key: 'company-automations',
  columns: columns.filter((c) => c.key !== 'company'),
  cards: ['name', 'status', 'wants', 'lastRun', 'success'],
  filter: defineFilter({
    search: 'Search automations',
    sorts,
    sort: 'status',
    order: 'asc',
    fields: { status: status([]) },
  }),
})
