// The list of companies.
import { defineFilter } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { companyColumns, companyFilters } from './fields.tsx'

/** All companies, for staff. */
export const companyList = defineList({
  key: 'companies',
  operation: api.companies.list,
  noun: ['company', 'companies'],
  filter: defineFilter({
    search: 'Search companies',
    sorts: ['name', 'openTickets', 'hours', 'lastSeen', 'created'],
    sort: 'name',
    fields: companyFilters,
  }),
  columns: companyColumns,
  cards: ['name', 'health', 'openTickets', 'hours', 'lastSeen'],
  row: {
    key: (c) => c.id,
    label: (c) => c.name,
    href: (c) => `/companies/${c.id}`,
    version: (c) => `${c.name} ${c.openTickets} ${c.urgentTickets} ${c.users} ${c.hours} ${c.health.state}`,
  },
  views: [
    { key: 'all', label: 'All', set: {} },
    { key: 'partners', label: 'Partners', set: { kind: ['partner' as const] } },
    { key: 'open', label: 'With open tickets', set: { openTickets: 'yes' as const } },
    {
      key: 'low',
      label: 'Low on hours',
      set: { hours: 'low' as const, sort: 'hours' as const, order: 'asc' as const },
    },
    { key: 'mail', label: 'Email not approved', set: { mail: 'notApproved' as const } },
    { key: 'waiting', label: 'Email approval needed', set: { mail: 'waiting' as const } },
    { key: 'quiet', label: 'Inactive for 30 days', set: { quietDays: '30' } },
    { key: 'new', label: 'Not set up yet', set: { kind: ['placeholder' as const] } },
  ],
  csv: '/companies.csv',
  topics: ['company', 'ticket', 'user', 'hours'],
  searchHint: 'Searches names and websites.',
})
