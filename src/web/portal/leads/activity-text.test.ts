import { expect, it } from 'vitest'
import { activityText } from './activity-text.ts'
import type { Activity } from './model.ts'

const said = (kind: Activity['kind'], change: Partial<NonNullable<Activity['change']>> | null = null, text = '') =>
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

it('says what was done in words', () => {
  expect(said('created')).toBe('entered the lead by hand')
  expect(said('stage', { from: 'new', to: 'contacted' })).toBe('moved it from New to Contacted')
  expect(said('status', { from: 'open', to: 'lost' }, 'Too dear')).toBe('marked it as lost')
  expect(said('status', { from: 'spam', to: 'open' })).toBe('opened it again; it was spam')
  expect(said('owner', { to: 'Ann' })).toBe('gave it to Ann')
  expect(said('owner', { from: 'Ann', to: 'Bob' })).toBe('gave it to Bob; it was Ann’s')
  expect(said('owner', { from: 'Ann' })).toBe('gave it to nobody; it was Ann’s')
  expect(said('owner', { to: 'Me' })).toBe('took it')
  expect(said('owner', { from: 'Ann', to: 'Me' })).toBe('took it; it was Ann’s')
  expect(said('owner', { from: 'Me' })).toBe('gave it back to nobody')
  expect(said('next_action', { to: 'Call', at: new Date('2026-11-21T09:00').toISOString() })).toBe(
    'planned “Call”, due tomorrow',
  )
  expect(said('next_action', { from: 'Call', to: 'Write' })).toBe('planned “Write” instead of “Call”')
  expect(said('next_action', { from: 'Call' })).toBe('finished “Call”')
  expect(said('edited', { field: 'email', from: 'a@b.example', to: 'c@d.example' })).toBe(
    'changed the email address from a@b.example to c@d.example',
  )
  expect(said('edited', { field: 'phone', from: '1' })).toBe('took the phone number 1 away')
  expect(said('edited', { field: 'tags', to: 'hot' })).toBe('added the tags hot')
  expect(said('converted', { from: 'open', to: 'won' }, 'Acme')).toBe('made it the company Acme')
  expect([said('merged', { to: '1' }), said('merged', { to: '3' })]).toEqual([
    'merged another lead into it',
    'merged 3 other leads into it',
  ])
})
