import { afterEach, expect, test, vi } from 'vitest'
import { getNow, getNowDate, learnServerTime, onClockChange } from './clock.ts'

const HOUR = 3_600_000
const SERVER = Date.UTC(2026, 10, 20, 12)

afterEach(() => {
  learnServerTime(Date.now())
  vi.restoreAllMocks()
})

test.each([3 * HOUR, -3 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR])(
  'the time is the server’s when this clock is off by %i ms',
  (off) => {
    vi.spyOn(Date, 'now').mockReturnValue(SERVER + off)
    learnServerTime(SERVER)
    expect(getNow()).toBe(SERVER)
    vi.spyOn(Date, 'now').mockReturnValue(SERVER + off + HOUR)
    expect(getNowDate().toISOString()).toBe('2026-11-20T13:00:00.000Z')
  },
)

test('ignores a missing time and the delay of a response, and trusts a clock again after it was set right', () => {
  const listener = vi.fn()
  const off = onClockChange(listener)
  vi.spyOn(Date, 'now').mockReturnValue(SERVER + 1_500)
  learnServerTime(SERVER)
  learnServerTime(Number.NaN)
  expect([getNow(), listener.mock.calls.length]).toEqual([SERVER + 1_500, 0])
  learnServerTime(SERVER + HOUR)
  expect([getNow(), listener.mock.calls.length]).toEqual([SERVER + HOUR, 1])
  learnServerTime(SERVER + 1_500)
  expect([getNow(), listener.mock.calls.length]).toEqual([SERVER + 1_500, 2])
  off()
})
