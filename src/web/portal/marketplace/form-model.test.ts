import { describe, expect, it } from 'vitest'
import {
  compareProducts,
  createEmptyForm,
  isSameForm,
  joinProducts,
  toPreviewProduct,
  toProductForm,
  toProductInput,
  toSlug,
} from './form-model.ts'
import type { Product } from './model.ts'
import { toLineRow, toQuestionRow } from './typed.ts'

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

describe('the product form', () => {
  it('returns the product unchanged', () => {
    const { content, wrong } = toProductInput(toProductForm(product))
    expect(wrong).toEqual({})
    const { slug: _, category, ...rest } = product
    expect(content).toEqual({ ...rest, category: category.key })
  })
  it('shows an error at fields that need a number', () => {
    const form = { ...toProductForm(product), price: 'cheap', setupDays: '1.5', runsPerMonth: '' }
    expect(Object.keys(toProductInput(form).wrong).sort()).toEqual(['priceCents', 'runsPerMonth', 'setupDays'])
    expect(toProductInput({ ...form, priceModel: 'quote' }).wrong.priceCents).toBeUndefined()
  })
  it('compares content and order, but not the keys of lines', () => {
    expect(isSameForm(toProductForm(product), toProductForm(product))).toBe(true)
    const form = toProductForm(product)
    expect(isSameForm(form, { ...form, steps: form.steps.toReversed() })).toBe(false)
    expect(isSameForm(form, { ...form, price: '50' })).toBe(false)
  })
  it('omits choices for questions without choices', () => {
    const q = toQuestionRow({ type: 'text', options: ['a'] })
    expect(toProductInput({ ...toProductForm(product), intake: [q] }).content.intake[0]).not.toHaveProperty('options')
  })
  it('can be previewed from the first letter', () => {
    const shown = toPreviewProduct(createEmptyForm())
    expect(shown.steps).toEqual(['What it does first.'])
    expect(shown.priceCents).toBe(100)
    expect(shown.intake).toHaveLength(1)
  })
})

describe('a conflict', () => {
  const before = toProductForm(product)
  const theirs = { ...toProductForm(product), price: '99', steps: [toLineRow('One.')] }
  const mine = { ...toProductForm(product), price: '79', name: 'Mine' }
  it('shows the fields that differ', () => {
    expect(compareProducts(before, theirs, mine).map((d) => [d.name, d.theirs, d.mine, d.both])).toEqual([
      ['Name', 'Spare licenses', 'Mine', false],
      ['Steps', 'One.', undefined, false],
      ['Price', '$99', '$79', true],
    ])
  })
  it('keeps changes that only one side made', () => {
    const both = joinProducts(before, theirs, mine)
    expect([both.name, both.price, both.steps.map((s) => s.text)]).toEqual(['Mine', '79', ['One.']])
  })
})

it.each([
  ['Unused licenses before renewal', 'unused-licenses-before-renewal'],
  ['  Café & Ñandú — 2 ', 'cafe-nandu-2'],
  ['x'.repeat(80), 'x'.repeat(60)],
  ['!!!', ''],
])('%s has the URL %s', (name, slug) => expect(toSlug(name)).toBe(slug))
