import { expect, it } from 'vitest'
import { describeProductChange } from './act-text.ts'
import type { Act } from './model.ts'

const act = (action: string, before: object | null, after: object | null) =>
  describeProductChange({ id: '1', at: '', actor: null, action, before, after } as unknown as Act)

it('shows the old and the new price', () => {
  expect(act('edit', { priceCents: 4_900, priceModel: 'monthly' }, { priceCents: null, priceModel: 'quote' })).toEqual({
    text: 'changed price',
    more: ['Price: $49.00 → none', 'Price model: Monthly → On request'],
  })
})
it('names the changed fields, and shows short values', () => {
  expect(act('edit', { name: 'A', steps: ['x'] }, { name: 'B', steps: ['y'] })).toEqual({
    text: 'changed name, steps',
    more: ['Name: A → B'],
  })
})
it.each([
  ['create', null, { slug: 'x' }, 'added this product'],
  ['create', null, { copyOf: 'x' }, 'created this product as a copy of x'],
  ['status', { status: 'draft' }, { status: 'published' }, 'published this product'],
  ['status', { status: 'published' }, { status: 'archived' }, 'changed the status from published to archived'],
  ['move', { place: 4 }, { place: 1 }, 'moved this product from position 4 to 1'],
])('%s of %j to %j', (action, before, after, text) => expect(act(action, before, after).text).toBe(text))
