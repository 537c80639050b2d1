import { expect, it } from 'vitest'
import { listFindingValues } from './finding-values.ts'

it('shows minutes as durations', () => {
  expect(listFindingValues({ ledger: 630, below: -45, lastLine: 0 })).toBe(
    'sum of the ledger 10 h 30 min, below zero −45 min, balance after the last ledger entry 0 min',
  )
})

it('shows cents as money, currencies in capitals and Stripe’s codes as words', () => {
  expect(listFindingValues({ payment: 'pi_1', status: 'needs_response', amount: 125_000, currency: 'usd' })).toBe(
    'payment pi_1, status needs response, amount $1,250.00, currency USD',
  )
})

it('shows a refund as an amount or as a status', () => {
  expect(listFindingValues({ refund: 5_000 })).toBe('refund $50.00')
  expect(listFindingValues({ refund: 'failed' })).toBe('refund failed')
})

it('shows counts of runs, time saved and run time', () => {
  expect(listFindingValues({ succeeded: 1_200, failed: 0, minutesSaved: 90, seconds: 3_725 })).toBe(
    'succeeded 1,200, failed 0, time saved 1 h 30 min, run time 1 h 2 min 5 s',
  )
})

it('skips missing values and objects, and shows a key without a label in words', () => {
  expect(listFindingValues({ invoice: null, other: { a: 1 }, newKey: 3, session: 'cs_1' })).toBe(
    'new key 3, checkout cs_1',
  )
  expect(listFindingValues({})).toBe('')
})
