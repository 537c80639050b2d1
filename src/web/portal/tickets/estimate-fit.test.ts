import { expect, test } from 'vitest'
import { buyFor, fitOf, type TicketHours } from './estimate-fit.ts'

const hours: TicketHours = {
  balance: 90,
  reserved: 0,
  available: 90,
  allowance: 0,
  overage: 'stop',
  covered: false,
  agreement: null,
}

test('an estimate that fits says what is free, and what is spoken for', () => {
  expect(fitOf(hours, 90, 'partner')).toEqual({
    fits: true,
    missing: 0,
    text: 'Needs 1 h 30 min, you have 1 h 30 min free.',
    more: undefined,
  })
  expect(fitOf({ ...hours, balance: 150, reserved: 60 }, 30, 'staff', 'Northgate IT')).toMatchObject({
    text: 'Needs 30 min, Northgate IT has 1 h 30 min free.',
    more: '1 h more are reserved by approved estimates.',
  })
})

test('one that does not says how much is missing, and what to do', () => {
  expect(fitOf(hours, 120, 'partner')).toMatchObject({
    fits: false,
    missing: 30,
    more: 'Buy 30 min or more, then approve.',
  })
  expect(fitOf({ ...hours, balance: -30, available: -30 }, 60, 'partner')).toMatchObject({
    missing: 90,
    text: 'Needs 1 h, you have none.',
  })
  expect(fitOf(hours, 91, 'staff').more).toBe('An owner has to buy 1 min or more before approving.')
})

test('what is covered or billed beyond fits always', () => {
  expect(fitOf({ ...hours, covered: true, available: 0 }, 6_000, 'partner')).toMatchObject({ fits: true, missing: 0 })
  expect(fitOf({ ...hours, overage: 'bill' }, 120, 'partner')).toMatchObject({
    fits: true,
    more: '30 min are billed at the agreed rate.',
  })
  expect(fitOf({ ...hours, overage: 'percent', allowance: 60, available: 150 }, 120, 'partner')).toMatchObject({
    fits: true,
    more: 'Of it, 1 h may be used beyond the balance.',
  })
  expect(fitOf({ ...hours, overage: 'percent', allowance: 60, available: 150 }, 90, 'partner')).toMatchObject({
    text: 'Needs 1 h 30 min, you have 1 h 30 min free.',
    more: undefined,
  })
})

test('the way to buy leads back', () => {
  expect(buyFor('abc', 30)).toBe('/buy-block-time?return=%2Ftickets%2Fabc&minutes=30')
})
