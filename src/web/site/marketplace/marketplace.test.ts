import { describe, expect, it, test } from 'vitest'
import { addressOf, isFindable, onlyCategory, toggled, unfiltered, viewOf } from './address.ts'
import { callsToAction } from './calls-to-action.ts'
import { estimate, estimateInWords, numberIn } from './roi.ts'
import { namesOf, priceText } from './words.ts'

const view = (query: string) => viewOf(new URLSearchParams(query))

describe('the address of a view', () => {
  test.each([
    '',
    '?q=backup',
    '?q=50%25+off+%26+more',
    '?category=psa&category=rmm&integration=N-able+N-central&audience=msp&price=one_time&sort=name&page=3',
    '?sort=new',
    '?tools=all',
  ])('%j says what it said', (query) => {
    expect(addressOf(view(query))).toBe(`/marketplace${query}`)
    expect(view(addressOf(view(query)).replace('/marketplace', ''))).toEqual(view(query))
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
  ])('%j is the plain list', (query) => expect(addressOf(view(query))).toBe('/marketplace'))
  it('takes one line of at most 200 characters, whatever comes', () => {
    expect(view(`?q=${'x'.repeat(5_000)}`).q).toHaveLength(200)
    expect(view('?q=a%0d%0ab%00c').q).toBe('a b c')
    expect(view('?q=%ed%a0%80x').q).toBe('x')
    expect(view(`?${'integration=a&'.repeat(500)}`).integration).toEqual(['a'])
    expect(view(`?${Array.from({ length: 99 }, (_, i) => `integration=${i}`).join('&')}`).integration).toHaveLength(12)
  })
  it('goes back to the first page when a choice changes', () => {
    const at = view('?q=x&category=psa&page=4')
    expect(addressOf(toggled(at, 'category', 'rmm'))).toBe('/marketplace?q=x&category=psa&category=rmm')
    expect(addressOf(toggled(at, 'category', 'psa'))).toBe('/marketplace?q=x')
    expect(addressOf(unfiltered(at))).toBe('/marketplace?q=x')
  })
  it('is for search engines only where it is a list of its own', () => {
    for (const query of ['', '?page=2', '?category=psa', '?category=psa&page=2'])
      expect([query, isFindable(view(query))]).toEqual([query, true])
    for (const query of [
      '?q=x',
      '?category=psa&category=rmm',
      '?price=monthly',
      '?sort=new',
      '?category=psa&sort=name',
      '?integration=Hudu',
    ])
      expect([query, isFindable(view(query))]).toEqual([query, false])
    expect(onlyCategory(view('?category=psa'))).toBe('psa')
    expect(onlyCategory(view('?category=psa&q=x'))).toBeUndefined()
  })
})

describe('the estimate', () => {
  const numbers = { minutes: 3, runs: 900, rate: 60 }
  it('counts minutes, runs and the rate, and compares with the price', () => {
    expect(estimate(numbers, { model: 'monthly', cents: 39_900 })).toEqual({
      hours: 45,
      worth: 270_000,
      left: 230_100,
      monthsToEarn: undefined,
    })
    expect(estimate(numbers, { model: 'one_time', cents: 540_000 }).monthsToEarn).toBe(2)
    expect(estimateInWords(numbers, { model: 'monthly', cents: 39_900 })).toEqual({
      hours: '45 hours',
      worth: '$2,700',
      verdict: 'Saves $2,301 a month more than it costs.',
    })
  })
  it('says plainly when it does not pay for itself', () => {
    const little = { minutes: 5, runs: 2, rate: 40 }
    expect(estimateInWords(little, { model: 'monthly', cents: 19_900 }).verdict).toMatch(
      /^Costs \$192 a month more than it saves/,
    )
    expect(estimateInWords(little, { model: 'one_time', cents: 900_000 }).verdict).toMatch(/more than three years/)
    expect(estimateInWords(numbers, { model: 'one_time', cents: 200_000 }).verdict).toBe(
      'Earns its price in less than a month.',
    )
    expect(estimateInWords(numbers, { model: 'one_time', cents: 270_000 }).verdict).toBe(
      'Earns its price in about 1 month.',
    )
    expect(estimateInWords(numbers, { model: 'quote', cents: null }).verdict).toBe(
      'Compare it with the price that we quote.',
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
  ])('takes %j as %j minutes', (text, value) => expect(numberIn('minutes', text)).toBe(value))
  it('takes dollars and thousands as people write them', () => {
    expect([numberIn('rate', '$85'), numberIn('runs', '1,200')]).toEqual([85, 1_200])
  })
})

it('leads what has a price to its purchase, and every price model to a person with the product as subject', () => {
  for (const priceModel of ['one_time', 'monthly', 'quote'] as const) {
    const calls = callsToAction({ slug: 'a-b', priceModel })
    expect(calls.at(-1)?.href).toBe('/contact?about=/marketplace/a-b')
    expect(calls.map((c) => c.href).includes('/marketplace/a-b/buy')).toBe(priceModel !== 'quote')
  }
})

it('writes prices and tools short', () => {
  const currency = 'usd'
  expect(priceText({ priceModel: 'monthly', priceCents: 39_900, currency })).toBe('$399 a month')
  expect(priceText({ priceModel: 'one_time', priceCents: 120_050, currency })).toBe('$1,200.50 one-time')
  expect(priceText({ priceModel: 'quote', priceCents: null, currency })).toBe('On request')
  expect([namesOf(['A', 'B'], 3), namesOf(['A', 'B', 'C', 'D', 'E'], 3)]).toEqual(['A, B', 'A, B, C +2'])
})
