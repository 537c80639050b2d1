import { everyone } from '../../contract/base.ts'
import { UserFilter } from '../../contract/people.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { type Row, userRows } from './queries.ts'

const ROLES: Readonly<Record<string, string>> = {
  member: 'Member',
  owner: 'Owner',
  engineer: 'Engineer',
  admin: 'Administrator',
}

/** Handles `GET /users.csv`, with the filters of the list. */
export const exportUsers = csvRoute<typeof UserFilter, Row>({
  path: '/users.csv',
  roles: everyone,
  tag: 'people',
  operationId: 'people.export',
  summary: 'Export the users and open invitations that match the filters as CSV',
  filter: UserFilter,
  head: ['Name', 'Email', 'Company', 'Role', 'Status', 'Two-factor', 'Last active', 'Added', 'Invitation expires'],
  cells: (u) => [
    u.name,
    u.email,
    u.company,
    ROLES[u.role],
    u.kind === 'invitation' ? 'Invited' : u.deactivated_at ? 'Deactivated' : 'Active',
    u.kind === 'invitation' ? '' : u.second_factor ? 'On' : 'Off',
    u.last_seen_at,
    u.created_at,
    u.expires_at,
  ],
  page: (db, _actor, filter, after, limit) =>
    userRows(db, filter, { sort: filter.sort, order: filter.order, after, limit }).execute(),
  at: (u) => ({ value: u.ordered_by, id: u.id }),
})
