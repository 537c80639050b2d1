// The lists of users: of the reader's company, of all companies, and of one company on its page.
import { defineFilter, manyOf, oneOf, pick } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/data/api.ts'
import { companiesOptions } from '../platform/forms/choice-options.ts'
import { companyOptions } from '../platform/forms/company-options.ts'
import { listRoles, roles, userStatuses } from './labels.ts'
import { listUserCards, listUserColumns } from './list-columns.tsx'
import { getUserName, type Role, type Side, type User, type UserStatus } from './model.ts'

const roleField = (values: readonly Role[]) =>
  manyOf(
    'Role',
    values.map((value) => ({ value, label: roles[value].label })),
  )
const current: UserStatus[] = ['active', 'invited']
const common = {
  status: manyOf(
    'Status',
    (['active', 'invited', 'deactivated'] as const).map((value) => ({ value, label: userStatuses[value].label })),
    { usual: current },
  ),
  secondFactor: oneOf('Two-factor', [
    { value: 'on', label: 'On' },
    { value: 'off', label: 'Off' },
  ]),
}
const order = { search: 'Search users', sorts: ['name', 'seen', 'created'], sort: 'name' } as const

const shared = (side: Side) =>
  ({
    operation: api.people.list,
    noun: ['user', 'users'],
    csv: '/users.csv',
    topics: ['user'],
    columns: listUserColumns(side),
    cards: listUserCards(side),
    row: {
      key: (u: User) => u.id,
      label: getUserName,
      version: (u: User) => `${u.company.id} ${u.role} ${u.status} ${u.secondFactor} ${u.invitation?.sentCount}`,
    },
    searchHint: 'Searches names and email addresses.',
  }) as const
const views = [
  { key: 'current', label: 'Current', set: {} },
  { key: 'invited', label: 'Invited', set: { status: ['invited' as const] } },
  { key: 'deactivated', label: 'Deactivated', set: { status: ['deactivated' as const] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]

/** The users of the reader's company. */
export const ownUsers = defineList({
  ...shared('partner'),
  key: 'users',
  filter: defineFilter({ ...order, fields: { role: roleField(listRoles(false)), ...common } }),
  views,
})

/** The users of all companies, for staff. */
export const allUsers = defineList({
  ...shared('staff'),
  key: 'all-users',
  filter: defineFilter({
    ...order,
    fields: {
      company: pick(
        'Company',
        { find: (q) => companiesOptions(q, ['partner', 'internal']), one: companyOptions },
        { none: 'All companies' },
      ),
      role: roleField([...listRoles(false), ...listRoles(true)]),
      ...common,
    },
  }),
  views,
})

/** The users of one company, for staff. The caller passes the company as a fixed filter. */
export const companyUsers = defineList({
  ...shared('partner'),
  key: 'users',
  filter: defineFilter({ ...order, fields: { role: roleField(listRoles(false)), ...common } }),
  views,
})
