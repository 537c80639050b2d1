import { expect, it } from 'vitest'
import { statuses } from './model.ts'
import { type Act, actText, moveText } from './staff-text.ts'

const act = (action: string, before: object | null, after: object | null) =>
  actText({ id: '1', at: '', actor: null, reason: null, action, before, after } as unknown as Act)

it.each([
  ['status', { status: 'live' }, { status: 'paused' }, 'set it from live to paused', []],
  [
    'edited',
    { expectedMinutes: null, priceCents: null, priceModel: 'quote' },
    { expectedMinutes: 60, priceCents: 4_900, priceModel: 'monthly' },
    'changed its settings',
    ['A run is expected: never → every hour', 'Price: none → $49.00', 'Price model: on request → monthly'],
  ],
  [
    'connection_edited',
    { label: 'API user', state: 'working' },
    { label: 'API user', state: 'broken' },
    'changed the connection “API user”',
    ['State: Works → Does not work'],
  ],
  ['connection_removed', { tool: 'Hudu' }, null, 'removed the connection to Hudu', []],
])('%s of %j to %j', (action, before, after, text, more) => expect(act(action, before, after)).toEqual({ text, more }))
it('says what every move does', () => {
  for (const from of statuses) for (const to of statuses) expect(moveText(from, to)).not.toBe('')
  expect(moveText('paused', 'live')).toBe('Resume')
})
