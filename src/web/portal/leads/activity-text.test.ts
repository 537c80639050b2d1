import { afterAll, expect, it, vi } from 'vitest'
import type { Activity } from './model.ts'

// The module is written for browsers, but needs only this function while it loads.
vi.stubGlobal('addEventListener', () => {})
afterAll(() => vi.unstubAllGlobals())
const { describeActivity: activityText } = await import('./activity-text.ts')

const textOf = (kind: Activity['kind'], change: Partial<NonNullable<Activity['change']>> | null = null, text = '') =>
  activityText(
    {
      id: '',
      kind,
      author: { id: null, name: 'Me' },
      text,
      change: change && { field: '', from: null, to: null, at: null, ...change },
      createdAt: '',
    },
    new Date('2026-11-20T10:00'),
  )

it('describes activities', () => {
  expect(textOf('created')).toBe('added the lead')
  expect(textOf('stage', { from: 'new', to: 'contacted' })).toBe('moved the lead from New to Contacted')
  expect(textOf('status', { from: 'open', to: 'lost' }, 'Too dear')).toBe('marked the lead as lost')
  expect(textOf('status', { from: 'spam', to: 'open' })).toBe('reopened the lead (was Spam)')
  expect(textOf('owner', { to: 'Ann' })).toBe('assigned the lead to Ann')
  expect(textOf('owner', { from: 'Ann', to: 'Bob' })).toBe('reassigned the lead from Ann to Bob')
  expect(textOf('owner', { from: 'Ann' })).toBe('unassigned Ann from the lead')
  expect(textOf('owner', { to: 'Me' })).toBe('assigned the lead to themselves')
  expect(textOf('owner', { from: 'Ann', to: 'Me' })).toBe('reassigned the lead from Ann to themselves')
  expect(textOf('owner', { from: 'Me' })).toBe('unassigned the lead')
  expect(textOf('next_action', { to: 'Call', at: new Date('2026-11-21T09:00').toISOString() })).toBe(
    'planned “Call”, due tomorrow',
  )
  expect(textOf('next_action', { from: 'Call', to: 'Write' })).toBe('planned “Write” instead of “Call”')
  expect(textOf('next_action', { from: 'Call' })).toBe('completed “Call”')
  expect(textOf('edited', { field: 'email', from: 'a@b.example', to: 'c@d.example' })).toBe(
    'changed the email address from a@b.example to c@d.example',
  )
  expect(textOf('edited', { field: 'phone', from: '1' })).toBe('removed the phone number 1')
  expect(textOf('edited', { field: 'tags', to: 'hot' })).toBe('added the tags hot')
  expect(textOf('converted', { from: 'open', to: 'won' }, 'Acme')).toBe('converted the lead to the company Acme')
  expect([textOf('merged', { to: '1' }), textOf('merged', { to: '3' })]).toEqual([
    'merged another lead into this one',
    'merged 3 other leads into this one',
  ])
})
