import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createScale,
  drawStepPath,
  drawStraightPath,
  findNearestPoint,
  listEvenTicks,
  roundTicks,
} from './chart-scale.ts'

test('ticks are round and few, and include zero and all values', () => {
  expect(roundTicks(0, 1200, 4, 60)).toEqual([0, 300, 600, 900, 1200])
  expect(roundTicks(0, 45, 4, 60)).toEqual([0, 30, 60])
  expect(roundTicks(-120, 600, 4, 60)).toEqual([-300, 0, 300, 600])
  expect(roundTicks(0, 0, 4, 60)).toEqual([0])
  fc.assert(
    fc.property(fc.integer({ min: -6_000, max: 0 }), fc.integer({ min: 1, max: 600_000 }), (low, high) => {
      const ticks = roundTicks(low, high, 4, 60)
      const [first = 1, last = -1] = [ticks[0], ticks.at(-1)]
      expect(first <= low && last >= high && ticks.includes(0) && ticks.length <= 8).toBe(true)
      expect(ticks.every((t) => t % 30 === 0)).toBe(true)
    }),
  )
})

test('points on the axis are evenly spaced and include both ends', () => {
  expect(listEvenTicks(0, 90, 4)).toEqual([0, 30, 60, 90])
  expect(listEvenTicks(0, 2, 6)).toEqual([0, 1, 2])
  expect(listEvenTicks(5, 5, 4)).toEqual([5])
})

test('a step keeps its height, a straight line does not', () => {
  const x = createScale(0, 10, 0, 100)
  const y = createScale(0, 10, 100, 0)
  const points = [
    { x: 0, y: 10 },
    { x: 5, y: 5 },
    { x: 10, y: 0 },
  ]
  expect(drawStepPath(points, x, y)).toBe('M0 0H50V50H100V100')
  expect(drawStraightPath(points, x, y)).toBe('M0 0L50 50L100 100')
  expect([findNearestPoint(points, 7), findNearestPoint(points, 8), findNearestPoint(points, -3)]).toEqual([1, 2, 0])
})
