import { expect, test } from 'vitest'
import { describeCompanyActivity, describeThrough, listCompanyChanges } from './activity-words.ts'
import { getDefaultHours } from './hours.ts'
import type { Activity } from './model.ts'

const act = (more: Partial<Activity>): Activity => ({
  id: '1',
  at: '2026-01-01T00:00:00Z',
  actor: null,
  actorRole: null,
  via: null,
  action: 'ticket.edit',
  subjectType: 'ticket',
  subjectId: null,
  subjectName: null,
  before: null,
  after: null,
  reason: null,
  ...more,
})

test('describes known and unknown actions, with and without a name', () => {
  expect(describeCompanyActivity(act({ subjectName: 'T-1001' }))).toBe('changed T-1001')
  expect(describeCompanyActivity(act({ action: 'user.role', subjectType: 'user', subjectName: 'Ann' }))).toBe(
    'changed the role of Ann',
  )
  expect(
    describeCompanyActivity(act({ action: 'api_key.create', subjectType: 'api_key', after: { name: 'Bot' } })),
  ).toBe('created the API key Bot')
  expect(describeCompanyActivity(act({ action: 'contact.delete', subjectType: 'contact' }))).toBe('deleted the contact')
  expect(describeCompanyActivity(act({ action: 'order.pay_late', subjectType: 'order' }))).toBe(
    'made a change to an order',
  )
})
test('says how a person acted, unless it was in the portal', () => {
  const by = (kind: NonNullable<Activity['via']>['kind'], name: string | null = null) =>
    describeThrough({ actor: { id: '1', name: 'Ann' }, via: { kind, name } })
  expect(by('api_key', 'RMM')).toBe('through the API key “RMM”')
  expect(by('view_as', 'Bo')).toBe('viewing as Bo')
  expect(by('mail')).toBe('by email')
  expect(by('job')).toBe('automatically')
  expect(by('session')).toBeNull()
  expect(describeThrough({ actor: null, via: { kind: 'job', name: null } })).toBeNull()
})
test('lists changed values as text, without ids and secrets', () => {
  const id = '01a1f8f8-0860-71f2-9d35-6400d9cc67b6'
  expect(
    listCompanyChanges(
      {
        before: { time_zone: null, status: 'in_progress', tools: ['A'], assigneeId: id, tokenHash: 'x', same: 1 },
        after: {
          time_zone: 'America/New_York',
          status: 'resolved',
          tools: [],
          assigneeId: null,
          business_hours: getDefaultHours(),
          same: 1,
          until: '2026-11-25T15:30:00Z',
        },
      },
      'America/New_York',
    ),
  ).toEqual([
    { field: 'Time zone', from: 'None', to: 'America/New_York' },
    { field: 'Status', from: 'In progress', to: 'Resolved' },
    { field: 'Tools', from: 'A', to: 'None' },
    { field: 'Business hours', from: undefined, to: 'Mon–Fri 9 AM–5 PM' },
    { field: 'Until', from: undefined, to: 'Nov 25, 2026, 10:30 AM EST' },
  ])
})
test('shows money and minutes as on every other screen', () => {
  expect(
    listCompanyChanges({
      before: { total_cents: 0, minutes: 45 },
      after: { total_cents: 332_500, minutes: 90, monthlyPriceCents: 5_900, monthly_minutes: 300 },
    }),
  ).toEqual([
    { field: 'Total', from: '$0.00', to: '$3,325.00' },
    { field: 'Minutes', from: '45 min', to: '1 h 30 min' },
    { field: 'Monthly price', from: undefined, to: '$59.00' },
    { field: 'Monthly minutes', from: undefined, to: '5 h' },
  ])
})
