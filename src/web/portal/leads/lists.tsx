// The leads as a list and as a board, as declared.

import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Source as Choices, defineFilter, manyOf, type Option, oneOf, pick } from '../lists/filter.ts'
import { defineList, type ListColumn } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import {
  leadDetail,
  leadName,
  sortKeys,
  sourceLabels,
  sources,
  stageLabels,
  stages,
  statuses,
  statusLooks,
} from './labels.ts'
import { staffOptions } from './lead-queries.ts'
import { Due, LeadStage, LeadStatus } from './marks.tsx'
import type { LeadRow, Stage, Status } from './model.ts'

const team: Choices = { whole: true, find: () => ({ ...staffOptions(), select: (found) => found.items }) }

const owner = pick('Owner', team, {
  none: 'Anyone',
  words: [
    { value: 'none', label: 'Nobody' },
    { value: 'me', label: 'Me' },
  ],
  ofRow: (lead: LeadRow) => lead.owner,
})
const source = manyOf(
  'Source',
  sources.map((value) => ({ value, label: sourceLabels[value] })),
)
const due = oneOf(
  'Next action',
  [
    { value: 'overdue', label: 'Overdue' },
    { value: 'week', label: 'Due within a week' },
    { value: 'none', label: 'None planned' },
  ],
  { none: 'Any' },
)

const NextAction = ({ lead }: { lead: LeadRow }) =>
  lead.nextAction ? (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 truncate">{lead.nextAction}</span>
      {lead.nextActionAt && <Due iso={lead.nextActionAt} />}
    </span>
  ) : (
    <span className="text-muted">None</span>
  )

const columns: ListColumn<LeadRow>[] = [
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    cell: (lead) => (
      <span className="inline-flex max-w-full items-baseline gap-2 align-top">
        <bdi className={cx('truncate font-medium', leadDetail(lead) && 'max-w-4/5 shrink-0')}>{leadName(lead)}</bdi>
        {leadDetail(lead) && <bdi className="min-w-0 truncate font-normal text-muted">{leadDetail(lead)}</bdi>}
      </span>
    ),
  },
  { key: 'stage', header: 'Stage', width: 'w-34', cell: (lead) => <LeadStage stage={lead.stage} /> },
  {
    key: 'status',
    header: 'Status',
    width: 'w-22',
    priority: 'medium',
    cell: (lead) => <LeadStatus status={lead.status} />,
  },
  {
    key: 'next',
    header: 'Next action',
    sort: 'next_action',
    width: 'w-64',
    cell: (lead) => <NextAction lead={lead} />,
    card: (lead) => (lead.nextAction ? <NextAction lead={lead} /> : 'Nothing planned'),
  },
  {
    key: 'owner',
    header: 'Owner',
    width: 'w-36',
    priority: 'medium',
    cell: (lead) => lead.owner?.name ?? <span className="text-muted">Nobody</span>,
    card: (lead) => lead.owner?.name ?? 'Nobody’s',
  },
  {
    key: 'source',
    header: 'Source',
    width: 'w-32',
    priority: 'wide',
    cell: (lead) => <span className="text-muted">{sourceLabels[lead.source]}</span>,
  },
  {
    key: 'created',
    header: 'Received',
    sort: 'created',
    width: 'w-28',
    priority: 'medium',
    cell: (lead) => <RelativeTime iso={lead.createdAt} className="text-muted" />,
  },
  {
    key: 'email',
    header: 'Email',
    width: 'w-56',
    optional: true,
    cell: (lead) => lead.email ?? <span className="text-muted">None</span>,
  },
  {
    key: 'phone',
    header: 'Phone',
    width: 'w-40',
    optional: true,
    cell: (lead) => lead.phone ?? <span className="text-muted">None</span>,
  },
  {
    key: 'tags',
    header: 'Tags',
    width: 'w-48',
    optional: true,
    cell: (lead) => lead.tags.join(', ') || <span className="text-muted">None</span>,
  },
  {
    key: 'updated',
    header: 'Updated',
    sort: 'updated',
    width: 'w-32',
    optional: true,
    cell: (lead) => <RelativeTime iso={lead.updatedAt} className="text-muted" />,
  },
]

const shared = {
  operation: api.leads.list,
  noun: ['lead', 'leads'],
  topics: ['lead'],
  searchHint: 'Names, companies, addresses, phone numbers and messages are searched.',
  row: {
    key: (lead: LeadRow) => lead.id,
    label: leadName,
    href: (lead: LeadRow) => `/admin/contacts/leads/${lead.id}`,
    version: (lead: LeadRow) => `${lead.version} ${lead.updatedAt}`,
  },
} as const
const search = 'Search leads'

/** All leads. */
export const leadList = defineList({
  ...shared,
  key: 'leads',
  columns,
  cards: ['name', 'stage', 'status', 'next', 'owner', 'created'],
  csv: '/leads.csv',
  filter: defineFilter({
    search,
    sorts: sortKeys,
    sort: 'created',
    order: 'desc',
    fields: {
      stage: manyOf(
        'Stage',
        stages.map((value): Option<Stage> => ({ value, label: <LeadStage stage={value} />, text: stageLabels[value] })),
      ),
      status: manyOf<Status>(
        'Status',
        statuses.map(
          (value): Option<Status> => ({ value, label: <LeadStatus status={value} />, text: statusLooks[value].label }),
        ),
        { usual: ['open'] },
      ),
      owner,
      source,
      due,
    },
  }),
  views: [
    { key: 'open', label: 'Open', set: {} },
    { key: 'mine', label: 'Mine', set: { owner: 'me' } },
    { key: 'unowned', label: 'Nobody’s', set: { owner: 'none' } },
    { key: 'overdue', label: 'Overdue', set: { due: 'overdue' } },
    { key: 'won', label: 'Won', set: { status: ['won'] } },
    { key: 'lost', label: 'Lost', set: { status: ['lost'] } },
    { key: 'spam', label: 'Spam', set: { status: ['spam'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})

/** The open leads of one column of the board: what is due first stands first. */
export const leadBoard = defineList({
  ...shared,
  key: 'leads',
  columns,
  filter: defineFilter({ search, sorts: ['next_action'], sort: 'next_action', fields: { owner, source, due } }),
})

type Counts = { byStatus: Record<Status, number>; mine: number; unowned: number; overdue: number }

/** How many leads each view holds. */
export const countsByView = ({ byStatus, mine, unowned, overdue }: Counts): Record<string, number> => ({
  ...byStatus,
  mine,
  unowned,
  overdue,
  all: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
})
