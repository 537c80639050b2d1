import { expect, test } from 'vitest'
import { type Box, placeToasts } from './toast-place.ts'

const page: Box = { left: 0, top: 56, right: 1440, bottom: 900 }
const size = { width: 384, height: 80 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const covers = (spot: { left: number; top: number }, of: { width: number; height: number }, b: Box) =>
  spot.left < b.right && spot.left + of.width > b.left && spot.top < b.bottom && spot.top + of.height > b.top

test('uses the first corner if nothing is in the way', () => {
  expect(placeToasts(size, page, [], ['bottom-right', 'top-left'])).toEqual({ left: 1056, top: 820 })
})

test('moves to another corner when a form has buttons there', () => {
  const button = box(1200, 850, 120, 36)
  const spot = placeToasts(size, page, [button], ['bottom-right', 'bottom-left'])
  expect(spot).toEqual({ left: 0, top: 820 })
})

test('uses a gap on phones between buttons at the top and the bottom of a dialog', () => {
  const phone: Box = { left: 0, top: 0, right: 390, bottom: 844 }
  const toast = { width: 390, height: 90 }
  const controls = [box(340, 8, 44, 44), box(20, 780, 350, 44), box(20, 100, 350, 60), box(20, 300, 350, 60)]
  const spot = placeToasts(toast, phone, controls, ['top-right', 'bottom-right'])
  expect(controls.some((control) => covers(spot, toast, control))).toBe(false)
})

test('covers as little as possible if no corner is free', () => {
  const spot = placeToasts(
    { width: 390, height: 90 },
    { left: 0, top: 0, right: 390, bottom: 100 },
    [box(0, 60, 390, 40)],
    ['bottom-right'],
  )
  expect(spot).toEqual({ left: 0, top: 0 })
})
