// The leads as a list and as a board.

import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { leadColumns, leadFilters } from './fields.tsx'
import { formatLeadName, leadSortKeys } from './labels.ts'
import type { LeadRow, Status } from './model.ts'

const { stage, status, due, ...others } = leadFilters
// Puts the due date filter last.
const filters = { ...others, due }

const shared = {
  operation: api.leads.list,
  noun: ['lead', 'leads'],
  topics: ['lead'],
  searchHint: 'Searches names, companies, email addresses, phone numbers and messages.',
  row: {
    key: (lead: LeadRow) => lead.id,
    label: formatLeadName,
    href: (lead: LeadRow) => `/admin/contacts/leads/${lead.id}`,
    version: (lead: LeadRow) => `${lead.version} ${lead.updatedAt}`,
  },
} as const
const search = 'Search leads'

/** All leads. */
export const leadList = defineList({
  ...shared,
  key: 'leads',
  columns: leadColumns,
  cards: ['name', 'stage', 'status', 'next', 'owner', 'created'],
  csv: '/leads.csv',
  filter: defineFilter({
    search,
    sorts: leadSortKeys,
    sort: 'created',
    order: 'desc',
    fields: { stage, status, ...filters },
  }),
  views: [
    { key: 'open', label: 'Open', set: {} },
    { key: 'mine', label: 'Mine', set: { owner: 'me' } },
    { key: 'unowned', label: 'Unassigned', set: { owner: 'none' } },
    { key: 'overdue', label: 'Overdue', set: { due: 'overdue' } },
    { key: 'won', label: 'Won', set: { status: ['won'] } },
    { key: 'lost', label: 'Lost', set: { status: ['lost'] } },
    { key: 'spam', label: 'Spam', set: { status: ['spam'] } },
    { key: 'all', label: 'All', set: { status: [] }, everything: true },
  ],
})

/** The open leads of one board column, with the earliest due date first. */
export const leadBoard = defineList({
  ...shared,
  key: 'leads',
  columns: leadColumns,
  filter: defineFilter({ search, sorts: ['next_action'], sort: 'next_action', fields: filters }),
})

type Counts = { byStatus: Record<Status, number>; mine: number; unowned: number; overdue: number }

/** Returns the number of leads in each view. */
export const mapLeadCountsByView = ({ byStatus, mine, unowned, overdue }: Counts): Record<string, number> => ({
  ...byStatus,
  mine,
  unowned,
  overdue,
  all: Object.values(byStatus).reduce((sum, n) => sum + n, 0),
})
