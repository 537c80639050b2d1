import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { ROLES, type Role } from '../src/contract/base.ts'
import { listDestinations } from '../src/web/portal/search/destinations.ts'
import { groupEntries } from '../src/web/portal/search/entries.ts'
import { listNavigationGroups as sidebarFor } from '../src/web/portal/shell/navigation.ts'
import routes from '../src/web/routes.ts'

const PORTAL = path.resolve(import.meta.dirname, '../src/web/portal')

/** Returns the addresses that the command palette offers a role that types this. */
function found(role: Role, typed: string): string[] {
  const staff = role === 'engineer' || role === 'admin'
  const groups = groupEntries(typed, {
    screens: sidebarFor(staff, role === 'admin'),
    destinations: listDestinations(role),
    actions: [],
    recent: [],
    hits: [],
    instead: null,
  })
  return groups.flatMap((g) => g.entries.flatMap((e) => e.path ?? []))
}
const named = (role: Role) => [
  ...sidebarFor(role === 'engineer' || role === 'admin', role === 'admin').flatMap((g) => g.entries),
  ...listDestinations(role),
]

/** Screens that cannot be found by name, with the reason. */
const NOT_BY_NAME: Record<string, string> = {
  '/marketplace/purchase-complete': 'the way back from Stripe',
}

const paths = (entries: RouteConfigEntry[], base = ''): string[] =>
  entries.flatMap((entry) => {
    const at = entry.path === undefined ? base : `${base}/${entry.path}`
    return [...(entry.path || entry.index ? [at] : []), ...paths(entry.children ?? [], at)]
  })
const portal = routes.find((entry) => entry.file === 'portal/layout.tsx')
const screens = [...new Set(paths(portal?.children ?? []))].filter(
  // The screen of a record is found by the record's name. Sign-in screens are for signed-out users.
  (at) => !at.includes(':') && !/^\/auth(\/|$)/.test(at),
)

test('every screen of the portal is found by its name', () => {
  expect(screens.length).toBeGreaterThan(30)
  const missing = screens.filter((at) => {
    if (NOT_BY_NAME[at]) return false
    return !ROLES.some((role) =>
      named(role).some(({ label, href }) => href.split(/[?#]/)[0] === at && found(role, label).includes(href)),
    )
  })
  expect(missing).toEqual([])
})

test('every section of the settings is found by its title', () => {
  const files = readdirSync(PORTAL, { recursive: true, encoding: 'utf8' }).filter((f) =>
    /\/settings-(?!layout)[\w-]+\.tsx$/.test(f),
  )
  const titles = files.flatMap((file) =>
    [...readFileSync(path.join(PORTAL, file), 'utf8').matchAll(/<SettingsSection\b[^>]*?\btitle="([^"]+)"/gs)].map(
      (m) => m[1] as string,
    ),
  )
  expect(titles.length).toBeGreaterThan(15)
  const missing = titles.filter(
    (title) => !ROLES.some((role) => found(role, title).some((href) => href.startsWith('/settings'))),
  )
  expect(missing).toEqual([])
})

test.each<[Role, string, string]>([
  ['owner', 'buy hours', '/buy-block-time'],
  ['owner', 'invoice', '/settings/billing'],
  ['owner', 'two-factor', '/settings/security#two-factor'],
  ['member', '2fa', '/settings/security#two-factor'],
  ['engineer', 'mfa', '/settings/security#two-factor'],
  ['admin', 'password', '/settings/security#password'],
  ['owner', 'api key', '/settings/api-keys'],
  ['owner', 'token', '/settings/api-keys'],
  ['owner', 'export', '/settings/export'],
  ['owner', 'invite', '/users#invite'],
  ['admin', 'invite', '/admin/users#invite'],
  ['owner', 'logo', '/settings/company'],
  ['member', 'photo', '/settings'],
  ['engineer', 'sla', '/settings/service-levels'],
  ['engineer', 'holidays', '/settings/service-levels'],
  ['member', 'sessions', '/settings/security#sessions'],
  ['member', 'digest', '/settings/notifications#summary'],
  ['admin', 'mrr', '/agreements?tab=revenue'],
  ['engineer', 'timesheet', '/admin/time'],
  ['engineer', 'kanban', '/admin/contacts?view=board'],
  ['member', 'contracts', '/my-agreements'],
  ['engineer', 'tickets', '/admin/tickets'],
  ['admin', 'company', '/companies'],
  ['admin', 'new company', '/companies?new=company'],
  ['engineer', 'new lead', '/admin/contacts#new-lead'],
  ['engineer', 'create project', '/my-projects#new-project'],
  ['member', 'add contact', '/contacts#new-contact'],
  ['owner', 'new client', '/clients#new-client'],
  ['owner', 'credit card', '/settings/billing'],
  ['member', 'reset passwords', '/settings/security#password'],
])('%s who types “%s” is led to %s', (role, typed, href) => {
  expect(found(role, typed)).toContain(href)
})

test('nobody is offered what their role cannot open', () => {
  for (const href of ['/buy-block-time', '/settings/billing', '/settings/api-keys'])
    expect(named('member').map((way) => way.href)).not.toContain(href)
  expect(found('member', 'invite')).toEqual([])
  expect(found('engineer', 'revenue')).toEqual([])
  expect(found('owner', 'canned')).toEqual([])
})
