import { expect, it } from 'vitest'
import { actText } from './act-text.ts'
import type { Act } from './model.ts'

const act = (action: string, before: object | null, after: object | null) =>
  actText({ id: '1', at: '', actor: null, action, before, after } as unknown as Act)

it('says who changed a price from what to what', () => {
  expect(act('edit', { priceCents: 4_900, priceModel: 'monthly' }, { priceCents: null, priceModel: 'quote' })).toEqual({
    text: 'changed price',
    more: ['Price: $49.00 → none', 'Price model: Monthly → On request'],
  })
})
it('names what was changed, and shows what is short', () => {
  expect(act('edit', { name: 'A', steps: ['x'] }, { name: 'B', steps: ['y'] })).toEqual({
    text: 'changed name, steps',
    more: ['Name: A → B'],
  })
})
it.each([
  ['create', null, { slug: 'x' }, 'added it'],
  ['create', null, { copyOf: 'x' }, 'made it as a copy of x'],
  ['status', { status: 'draft' }, { status: 'published' }, 'published it'],
  ['status', { status: 'published' }, { status: 'archived' }, 'set it from published to archived'],
  ['move', { place: 4 }, { place: 1 }, 'moved it from place 4 to 1'],
])('%s of %j to %j', (action, before, after, text) => expect(act(action, before, after).text).toBe(text))
