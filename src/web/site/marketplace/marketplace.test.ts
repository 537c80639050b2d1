import { describe, expect, it, test } from 'vitest'
import { buildAddress, clearFilters, findOnlyCategory, isFindable, parseView, toggleChoice } from './address.ts'
import { listCallsToAction } from './calls-to-action.ts'
import { estimateInWords, estimateRoi, parseNumber } from './roi.ts'
import { describePriceTerms, formatAudiences, formatNames, formatPrice, getPrice } from './words.ts'

const view = (query: string) => parseView(new URLSearchParams(query))

describe('the address of a view', () => {
  test.each([
    '',
    '?q=backup',
    '?q=50%25+off+%26+more',
    '?category=psa&category=rmm&integration=N-able+N-central&audience=msp&price=one_time&sort=name&page=3',
    '?sort=new',
    '?tools=all',
  ])('%j is kept unchanged', (query) => {
    expect(buildAddress(view(query))).toBe(`/marketplace${query}`)
    expect(view(buildAddress(view(query)).replace('/marketplace', ''))).toEqual(view(query))
  })
  test.each([
    '?category=nothing&price=free&audience=everybody',
    '?page=0',
    '?page=-1',
    '?page=1e9',
    '?page=2.5',
    '?page=x',
    '?sort=random',
    '?sort=popular',
    '?q=',
    '?q=%00%01',
    '?integration=',
    '?__proto__=1&constructor=2',
    '?utm_source=mail',
  ])('%j is the plain list', (query) => expect(buildAddress(view(query))).toBe('/marketplace'))
  it('limits search words to one line of at most 200 characters', () => {
    expect(view(`?q=${'x'.repeat(5_000)}`).q).toHaveLength(200)
    expect(view('?q=a%0d%0ab%00c').q).toBe('a b c')
    expect(view('?q=%ed%a0%80x').q).toBe('x')
    expect(view(`?${'integration=a&'.repeat(500)}`).integration).toEqual(['a'])
    expect(view(`?${Array.from({ length: 99 }, (_, i) => `integration=${i}`).join('&')}`).integration).toHaveLength(12)
  })
  it('returns to the first page when a filter changes', () => {
    const at = view('?q=x&category=psa&page=4')
    expect(buildAddress(toggleChoice(at, 'category', 'rmm'))).toBe('/marketplace?q=x&category=psa&category=rmm')
    expect(buildAddress(toggleChoice(at, 'category', 'psa'))).toBe('/marketplace?q=x')
    expect(buildAddress(clearFilters(at))).toBe('/marketplace?q=x')
  })
  it('is indexed only for the full list and single categories', () => {
    for (const query of ['', '?page=2', '?category=psa', '?category=psa&page=2'])
      expect(isFindable(view(query)), query).toBe(true)
    for (const query of [
      '?q=x',
      '?category=psa&category=rmm',
      '?price=monthly',
      '?sort=new',
      '?category=psa&sort=name',
      '?integration=Hudu',
    ])
      expect(isFindable(view(query)), query).toBe(false)
    expect(findOnlyCategory(view('?category=psa'))).toBe('psa')
    expect(findOnlyCategory(view('?category=psa&q=x'))).toBeUndefined()
  })
})

describe('the estimate', () => {
  const numbers = { minutes: 3, runs: 900, rate: 60 }
  it('calculates hours and cost, and compares them with the price', () => {
    expect(estimateRoi(numbers, { model: 'monthly', cents: 39_900 })).toEqual({
      hours: 45,
      worth: 270_000,
      left: 230_100,
      monthsToEarn: undefined,
    })
    expect(estimateRoi(numbers, { model: 'one_time', cents: 540_000 }).monthsToEarn).toBe(2)
    expect(estimateInWords(numbers, { model: 'monthly', cents: 39_900 })).toEqual({
      hours: '45 hours',
      worth: '$2,700',
      verdict: 'Saves $2,301 a month more than it costs.',
    })
  })
  it('says when it does not pay for itself', () => {
    const little = { minutes: 5, runs: 2, rate: 40 }
    expect(estimateInWords(little, { model: 'monthly', cents: 19_900 }).verdict).toMatch(
      /^Costs \$192 a month more than it saves/,
    )
    expect(estimateInWords(little, { model: 'one_time', cents: 900_000 }).verdict).toMatch(/more than three years/)
    expect(estimateInWords(numbers, { model: 'one_time', cents: 200_000 }).verdict).toBe(
      'Pays for itself in less than a month.',
    )
    expect(estimateInWords(numbers, { model: 'one_time', cents: 270_000 }).verdict).toBe(
      'Pays for itself in about 1 month.',
    )
    expect(estimateInWords(numbers, { model: 'quote', cents: null }).verdict).toBe(
      'Compare this with the price we quote you.',
    )
    expect(estimateInWords({ minutes: 1, runs: 60, rate: 60 }, { model: 'quote', cents: null }).hours).toBe('1 hour')
  })
  test.each([
    ['12', 12],
    [' 7.5 ', 7.5],
    ['480', 480],
    ['', undefined],
    ['0', undefined],
    ['481', undefined],
    ['-3', undefined],
    ['1e2', undefined],
    ['NaN', undefined],
    ['0x10', undefined],
    [null, undefined],
  ])('takes %j as %j minutes', (text, value) => expect(parseNumber('minutes', text)).toBe(value))
  it('accepts dollar signs and thousands separators', () => {
    expect([parseNumber('rate', '$85'), parseNumber('runs', '1,200')]).toEqual([85, 1_200])
  })
})

it('links products with a price to the purchase, and all products to the contact form', () => {
  for (const priceModel of ['one_time', 'monthly', 'quote'] as const) {
    const calls = listCallsToAction({ slug: 'a-b', priceModel })
    expect(calls.at(-1)?.href).toBe('/contact?about=/marketplace/a-b')
    expect(calls.map((c) => c.href).includes('/marketplace/a-b/buy')).toBe(priceModel !== 'quote')
  }
})

it('says what a price includes, with the price of a renewal', () => {
  const currency = 'usd'
  expect(describePriceTerms({ priceModel: 'one_time', priceCents: 190_000, currency })).toBe(
    'Includes setup and 12 months of hosting, monitoring and repair. After that, hosting and repair cost 18% of the price per year ($342), and only if you renew.',
  )
  expect(describePriceTerms({ priceModel: 'one_time', priceCents: 120_005, currency })).toContain('per year ($216.01)')
  expect(describePriceTerms({ priceModel: 'monthly', priceCents: 39_900, currency })).toBe(
    'Includes setup, hosting, monitoring and repair while you subscribe. Either of us can end the subscription with 30 days’ notice.',
  )
  expect(describePriceTerms({ priceModel: 'quote', priceCents: null, currency })).toContain('We quote a price')
})

it('formats audiences, prices and tools', () => {
  expect(formatAudiences(['msp'])).toBe('MSPs')
  expect(formatAudiences(['business', 'msp'])).toBe('businesses and MSPs')
  expect(formatAudiences(['msp', 'business', 'vendor'])).toBe('MSPs, businesses and app vendors')
  const currency = 'usd'
  expect(formatPrice({ priceModel: 'monthly', priceCents: 39_900, currency })).toBe('$399 a month')
  expect(formatPrice({ priceModel: 'one_time', priceCents: 120_050, currency })).toBe('$1,200.50 one-time')
  expect(formatPrice({ priceModel: 'quote', priceCents: null, currency })).toBe('Price on request')
  expect(getPrice({ priceModel: 'quote', priceCents: null, currency }).amount).toBe('On request')
  expect([formatNames(['A', 'B'], 3), formatNames(['A', 'B', 'C', 'D', 'E'], 3)]).toEqual(['A, B', 'A, B, C +2'])
})
