import { expect, test } from 'vitest'
import { actText, changesIn } from './activity-words.ts'
import { usualHours } from './hours.ts'
import type { Activity } from './model.ts'

const act = (more: Partial<Activity>): Activity => ({
  id: '1',
  at: '2026-01-01T00:00:00Z',
  actor: null,
  actorRole: null,
  action: 'ticket.edit',
  subjectType: 'ticket',
  subjectId: null,
  subjectName: null,
  before: null,
  after: null,
  reason: null,
  ...more,
})

test('an act is a sentence, whether its thing has a name or not, and known or not', () => {
  expect(actText(act({ subjectName: 'T-1001' }))).toBe('changed T-1001')
  expect(actText(act({ action: 'user.role', subjectType: 'user', subjectName: 'Ann' }))).toBe('changed the role of Ann')
  expect(actText(act({ action: 'api_key.create', subjectType: 'api_key', after: { name: 'Bot' } }))).toBe(
    'made the API key Bot',
  )
  expect(actText(act({ action: 'contact.delete', subjectType: 'contact' }))).toBe('deleted the contact')
  expect(actText(act({ action: 'order.pay_late', subjectType: 'order' }))).toBe('pay late: order')
})
test('values are told in words; ids and secrets are not', () => {
  const id = '01a1f8f8-0860-71f2-9d35-6400d9cc67b6'
  expect(
    changesIn({
      before: { time_zone: null, status: 'in_progress', tools: ['A'], assigneeId: id, tokenHash: 'x', same: 1 },
      after: {
        time_zone: 'America/New_York',
        status: 'resolved',
        tools: [],
        assigneeId: null,
        business_hours: usualHours(),
        same: 1,
      },
    }),
  ).toEqual([
    { field: 'Time zone', from: 'nothing', to: 'America/New_York' },
    { field: 'Status', from: 'in progress', to: 'resolved' },
    { field: 'Tools', from: 'A', to: 'nothing' },
    { field: 'Business hours', from: undefined, to: 'Mon–Fri 9 AM–5 PM' },
  ])
})
