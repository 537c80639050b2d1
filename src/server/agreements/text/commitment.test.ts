import { expect, test } from 'vitest'
import { Terms } from '../../../contract/agreements/index.ts'
import { isSameName, signerProblem } from '../../../contract/plain/signer-name.ts'
import type { KeptTerms } from '../terms.ts'
import { commitmentOf } from './commitment.ts'

const terms = (more: Partial<KeptTerms>): KeptTerms => ({
  ...Terms.parse({}),
  name: 'Care',
  type: 'retainer',
  slaName: null,
  ...more,
})
const texts = (t: KeptTerms, from: string) =>
  Object.fromEntries(commitmentOf(t, from).map(({ label, text }) => [label, text]))

test('a retainer for a year names its total, its month, its hours, its term and its notice', () => {
  const year = terms({
    monthlyPriceCents: 155_000,
    monthlyMinutes: 600,
    endsOn: '2027-12-31',
    renewal: 'automatic',
    renewalMonths: 12,
  })
  expect(texts(year, '2027-01-01')).toEqual({
    Total: '$18,600.00 through December 31, 2027',
    'Each month': '$1,550.00, invoiced in advance',
    Hours: '10 h each month',
    Term: '12 months, Jan 1 – Dec 31, 2027',
    'Renewal and notice': expect.stringContaining('renews for 12 months at a time'),
  })
  // The first month counts by the day: 17 of 31 days.
  expect(texts(year, '2027-01-15').Total).toBe('$17,900.00 through December 31, 2027')
  expect(texts(year, '2027-01-15').Term).toBe('11 months and 17 days, Jan 15 – Dec 31, 2027')
})
test('shows no total without a fixed end date, but shows the notice period', () => {
  const open = texts(terms({ type: 'managed_automation', monthlyPriceCents: 49_000, coversTime: true }), '2027-03-05')
  expect(open.Total).toMatch(/No fixed total/)
  expect(open.Term).toBe('From March 5, 2027, with no fixed end date')
  expect(open['Renewal and notice']).toBe('Either of us may end it with 30 days’ notice.')
})
test('shows the price and hours of a block of hours', () => {
  const block = texts(
    terms({ type: 'block_hours', priceCents: 332_500, minutes: 1_200, overage: 'bill', hourlyRateCents: 17_500 }),
    '2027-03-05',
  )
  expect(block).toMatchObject({ Total: '$3,325.00', Hours: '20 h', 'Additional time': '$175.00 per hour' })
  expect(block).not.toHaveProperty('Each month')
})

test.each([
  ['Dana Whitfield', 'dana  WHITFIELD'],
  ['José Núñez', 'Jose Nunez'],
  ['Zoë O’Brien-Smith', "zoe o'brien smith"],
  ['J. R. Meyer', 'J R Meyer'],
  ['Ｄana Whitfield', 'Dana Whitfield'],
  ['Günter Groß', 'GUNTER GROSS'],
])('%s and %s are the same name', (a, b) => expect(isSameName(a, b)).toBe(true))
test.each([
  ['D W', 'Dana Whitfield'],
  ['Dana', 'Dana Whitfield'],
  ['Dana Whitfeld', 'Dana Whitfield'],
  ['--', '..'],
])('%s and %s are different names', (a, b) => expect(isSameName(a, b)).toBe(false))
test('requires confirmation and a full name when the name differs from the account', () => {
  expect(signerProblem('Dana Whitfield', false, 'Dana Whitfield')).toBeUndefined()
  expect(signerProblem('D W', false, 'Dana Whitfield')).toMatch(/your account name, Dana Whitfield/)
  expect(signerProblem('D W', true, 'Dana Whitfield')).toMatch(/full legal name/)
  expect(signerProblem('Danielle', true, 'Dana Whitfield')).toMatch(/full legal name/)
  expect(signerProblem('Danielle M. Whitfield', true, 'Dana Whitfield')).toBeUndefined()
  expect(signerProblem('Danielle Whitfield', false, 'Dana Whitfield')).toMatch(/legal name/)
})
