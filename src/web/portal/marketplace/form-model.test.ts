import { describe, expect, it } from 'vitest'
import {
  contentOf,
  differences,
  emptyForm,
  formOf,
  joined,
  lineOf,
  previewable,
  questionOf,
  sameForm,
  slugOf,
} from './form-model.ts'
import type { Product } from './model.ts'

const product = {
  slug: 'spare-licenses',
  name: 'Spare licenses',
  promise: 'Finds them.',
  category: { key: 'identity', name: 'Identity and licenses' },
  audience: ['msp'],
  integrations: ['Autotask'],
  problem: 'They cost.',
  steps: ['One.', 'Two.'],
  needs: ['A plan.'],
  included: ['Hosting.'],
  limits: ['Takes none away.'],
  priceModel: 'monthly',
  priceCents: 4_950,
  setupDays: 3,
  minutesPerRun: 20,
  runsPerMonth: 4,
  minutesWhy: 'Two lists.',
  intake: [{ name: 'how_often', label: 'How often?', type: 'choice', required: true, options: ['Weekly', 'Monthly'] }],
} as unknown as Product

describe('a product in a form', () => {
  it('comes back as it was', () => {
    const { content, wrong } = contentOf(formOf(product))
    expect(wrong).toEqual({})
    const { slug: _, category, ...rest } = product
    expect(content).toEqual({ ...rest, category: category.key })
  })
  it('says beside the field what is no number', () => {
    const form = { ...formOf(product), price: 'cheap', setupDays: '1.5', runsPerMonth: '' }
    expect(Object.keys(contentOf(form).wrong).sort()).toEqual(['priceCents', 'runsPerMonth', 'setupDays'])
    expect(contentOf({ ...form, priceModel: 'quote' }).wrong.priceCents).toBeUndefined()
  })
  it('is the same however its lines are keyed, and another once a word or an order is', () => {
    expect(sameForm(formOf(product), formOf(product))).toBe(true)
    const form = formOf(product)
    expect(sameForm(form, { ...form, steps: form.steps.toReversed() })).toBe(false)
    expect(sameForm(form, { ...form, price: '50' })).toBe(false)
  })
  it('leaves choices away where none are asked for', () => {
    const q = questionOf({ type: 'text', options: ['a'] })
    expect(contentOf({ ...formOf(product), intake: [q] }).content.intake[0]).not.toHaveProperty('options')
  })
  it('can be looked at from the first letter on', () => {
    const shown = previewable(emptyForm())
    expect(shown.steps).toEqual(['What it does first.'])
    expect(shown.priceCents).toBe(100)
    expect(shown.intake).toHaveLength(1)
  })
})

describe('two people', () => {
  const before = formOf(product)
  const theirs = { ...formOf(product), price: '99', steps: [lineOf('One.')] }
  const mine = { ...formOf(product), price: '79', name: 'Mine' }
  it('are shown what differs', () => {
    expect(differences(before, theirs, mine).map((d) => [d.name, d.theirs, d.mine, d.both])).toEqual([
      ['Name', 'Spare licenses', 'Mine', false],
      ['Steps', 'One.', undefined, false],
      ['Price', '$99', '$79', true],
    ])
  })
  it('keep both what only one of them changed', () => {
    const both = joined(before, theirs, mine)
    expect([both.name, both.price, both.steps.map((s) => s.text)]).toEqual(['Mine', '79', ['One.']])
  })
})

it.each([
  ['Unused licenses before renewal', 'unused-licenses-before-renewal'],
  ['  Café & Ñandú — 2 ', 'cafe-nandu-2'],
  ['x'.repeat(80), 'x'.repeat(60)],
  ['!!!', ''],
])('%s has the address %s', (name, slug) => expect(slugOf(name)).toBe(slug))
