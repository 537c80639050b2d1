import { staff } from '../../contract/base.ts'
import { CompanyFilter } from '../../contract/companies.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { presentRow } from './present.ts'
import { filtered, orderValue } from './queries.ts'

/** `GET /companies.csv` with the filters of the list. */
export const exportCompanies = csvRoute({
  path: '/companies.csv',
  roles: staff,
  tag: 'companies',
  operationId: 'companies.csv',
  summary: 'The companies that pass the filters of the list, as CSV',
  filter: CompanyFilter,
  head: [
    'Name',
    'Website',
    'Owners',
    'Users',
    'Open tickets',
    'P1 and P2 open',
    'Health',
    'Why',
    'Minutes left',
    'Last seen',
    'Created',
  ],
  page: (db, _actor, filter, after, limit) => filtered(db, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const c = presentRow(row, new Date())
    return [
      c.name,
      c.website,
      c.owners.map((owner) => owner.name).join('; '),
      c.users,
      c.openTickets,
      c.urgentTickets,
      c.health.state,
      c.health.reason,
      c.hours,
      c.lastSeenAt,
      c.createdAt,
    ]
  },
})
