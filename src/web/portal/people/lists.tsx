// The lists of users as declared: of one's own company, of all companies, and of one company on its page.
import { defineFilter, manyOf, oneOf, pick } from '../lists/filter.ts'
import { defineList } from '../lists/list.ts'
import { api } from '../platform/api.ts'
import { companiesOptions } from '../platform/choice-options.ts'
import { companyOptions } from '../platform/company-options.ts'
import { roles, rolesAt, statuses } from './labels.ts'
import { cardsOf, columnsOf } from './list-columns.tsx'
import { nameOf, type Role, type Side, type User, type UserStatus } from './model.ts'

const roleField = (values: readonly Role[]) =>
  manyOf(
    'Role',
    values.map((value) => ({ value, label: roles[value].label })),
  )
const current: UserStatus[] = ['active', 'invited']
const common = {
  status: manyOf(
    'Status',
    (['active', 'invited', 'deactivated'] as const).map((value) => ({ value, label: statuses[value].label })),
    { usual: current },
  ),
  secondFactor: oneOf('Second factor', [
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
    columns: columnsOf(side),
    cards: cardsOf(side),
    row: {
      key: (u: User) => u.id,
      label: nameOf,
      version: (u: User) => `${u.company.id} ${u.role} ${u.status} ${u.secondFactor} ${u.invitation?.sentCount}`,
    },
    searchHint: 'Names and email addresses are searched.',
  }) as const
const views = [
  { key: 'current', label: 'Current', set: {} },
  { key: 'invited', label: 'Invited', set: { status: ['invited' as const] } },
  { key: 'deactivated', label: 'Deactivated', set: { status: ['deactivated' as const] } },
  { key: 'all', label: 'All', set: { status: [] }, everything: true },
]

/** The users of one's own company. */
export const ownUsers = defineList({
  ...shared('partner'),
  key: 'users',
  filter: defineFilter({ ...order, fields: { role: roleField(rolesAt(false)), ...common } }),
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
      role: roleField([...rolesAt(false), ...rolesAt(true)]),
      ...common,
    },
  }),
  views,
})

/** The users of one company on its page, for staff: the company is given. */
export const companyUsers = defineList({
  ...shared('partner'),
  key: 'users',
  filter: defineFilter({ ...order, fields: { role: roleField(rolesAt(false)), ...common } }),
  views,
})
