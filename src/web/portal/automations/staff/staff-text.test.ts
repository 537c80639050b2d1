import { expect, it } from 'vitest'
import { automationStatuses } from '../model.ts'
import { type Act, describeAutomationChange, moveText } from './staff-text.ts'

const act = (action: string, before: object | null, after: object | null) =>
  describeAutomationChange({ id: '1', at: '', actor: null, reason: null, action, before, after } as unknown as Act)

it.each([
  ['status', { status: 'live' }, { status: 'paused' }, 'changed the status from live to paused', []],
  [
    'edited',
    { expectedMinutes: null, priceCents: null, priceModel: 'quote' },
    { expectedMinutes: 60, priceCents: 4_900, priceModel: 'monthly' },
    'changed the settings',
    ['Expected schedule: none → every hour', 'Price: none → $49.00', 'Price model: on request → monthly'],
  ],
  [
    'connection_edited',
    { label: 'API user', state: 'working' },
    { label: 'API user', state: 'broken' },
    'changed the connection “API user”',
    ['Status: Working → Not working'],
  ],
  ['connection_removed', { tool: 'Hudu' }, null, 'removed the connection to Hudu', []],
])('%s of %j to %j', (action, before, after, text, more) => expect(act(action, before, after)).toEqual({ text, more }))
it('has a button label for every status change', () => {
  for (const from of automationStatuses) for (const to of automationStatuses) expect(moveText(from, to)).not.toBe('')
  expect(moveText('paused', 'live')).toBe('Resume')
})
