import { everyone } from '../../contract/base.ts'
import { UserFilter } from '../../contract/people.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { type Row, rows } from './queries.ts'

/** `GET /users.csv` with the filters of the list. */
export const exportUsers = csvRoute<typeof UserFilter, Row>({
  path: '/users.csv',
  roles: everyone,
  tag: 'people',
  operationId: 'people.export',
  summary: 'The users and open invitations that pass the filters of the list, as CSV',
  filter: UserFilter,
  head: ['Name', 'Email', 'Company', 'Role', 'Status', 'Second factor', 'Last seen', 'Added', 'Invitation ends'],
  cells: (u) => [
    u.name,
    u.email,
    u.company,
    u.role,
    u.kind === 'invitation' ? 'invited' : u.deactivated_at ? 'deactivated' : 'active',
    u.kind === 'invitation' ? '' : u.second_factor ? 'on' : 'off',
    u.last_seen_at,
    u.created_at,
    u.expires_at,
  ],
  page: (db, _actor, filter, after, limit) =>
    rows(db, filter, { sort: filter.sort, order: filter.order, after, limit }).execute(),
  at: (u) => ({ value: u.ordered_by, id: u.id }),
})
