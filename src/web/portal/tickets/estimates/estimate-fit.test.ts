import { expect, test } from 'vitest'
import { buildBuyHref, calculateFit, type TicketHours } from './estimate-fit.ts'

const hours: TicketHours = {
  balance: 90,
  reserved: 0,
  available: 90,
  allowance: 0,
  overage: 'stop',
  covered: false,
  agreement: null,
}

test('shows the available and reserved time when the estimate fits', () => {
  expect(calculateFit(hours, 90, 'partner')).toEqual({
    fits: true,
    missing: 0,
    text: 'Needs 1 h 30 min. You have 1 h 30 min available.',
    more: undefined,
  })
  expect(calculateFit({ ...hours, balance: 150, reserved: 60 }, 30, 'staff', 'Northgate IT')).toMatchObject({
    text: 'Needs 30 min. Northgate IT has 1 h 30 min available.',
    more: 'Another 1 h is reserved for approved estimates.',
  })
})

test('shows how much is missing and what to do when it does not fit', () => {
  expect(calculateFit(hours, 120, 'partner')).toMatchObject({
    fits: false,
    missing: 30,
    more: 'Buy at least 30 min, then approve.',
  })
  expect(calculateFit({ ...hours, balance: -30, available: -30 }, 60, 'partner')).toMatchObject({
    missing: 90,
    text: 'Needs 1 h. You have no hours available.',
  })
  expect(calculateFit(hours, 91, 'staff').more).toBe('An owner must buy at least 1 min before approving.')
})

test('always fits when the time is covered or overage is billed', () => {
  expect(calculateFit({ ...hours, covered: true, available: 0 }, 6_000, 'partner')).toMatchObject({
    fits: true,
    missing: 0,
  })
  expect(calculateFit({ ...hours, overage: 'bill' }, 120, 'partner')).toMatchObject({
    fits: true,
    more: '30 min will be billed at the agreed rate.',
  })
  expect(calculateFit({ ...hours, overage: 'percent', allowance: 60 }, 120, 'partner')).toMatchObject({
    fits: true,
    text: 'Needs 2 h. You have 1 h 30 min available.',
    more: '30 min counts against the overage allowance of 1 h.',
  })
  expect(calculateFit({ ...hours, overage: 'percent', allowance: 60 }, 180, 'partner')).toMatchObject({
    fits: false,
    missing: 30,
    text: 'Needs 3 h. You have 1 h 30 min available.',
  })
  expect(calculateFit({ ...hours, overage: 'percent', allowance: 60 }, 90, 'partner')).toMatchObject({
    text: 'Needs 1 h 30 min. You have 1 h 30 min available.',
    more: undefined,
  })
})

test('links to the purchase page with a return address', () => {
  expect(buildBuyHref('abc', 30)).toBe('/buy-block-time?return=%2Ftickets%2Fabc&minutes=30')
})
