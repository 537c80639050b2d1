import { describe, expect, test } from 'vitest'
import { dayText, hourCents, monthText, type Pack, packFor, savingOf } from './model.ts'

const pack = (hours: number, priceCents: number) => ({ id: String(hours), minutes: hours * 60, priceCents }) as Pack
const packs = [pack(10, 175_000), pack(20, 332_500), pack(40, 630_000), pack(100, 1_487_500)]

describe('packs', () => {
  test('save against the smallest, and the smallest saves nothing', () => {
    expect(packs.map((p) => savingOf(p, packs))).toEqual([
      { cents: 0, percent: 0 },
      { cents: 17_500, percent: 5 },
      { cents: 70_000, percent: 10 },
      { cents: 262_500, percent: 15 },
    ])
    expect(packs.map(hourCents)).toEqual([17_500, 16_625, 15_750, 14_875])
  })
  test('a dearer large pack saves nothing rather than less than nothing', () =>
    expect(savingOf(pack(20, 400_000), [pack(10, 175_000), pack(20, 400_000)])).toEqual({ cents: 0, percent: 0 }))
  test.each([
    [1, '10'],
    [600, '10'],
    [601, '20'],
    [90_000, '100'],
  ])('%i minutes need the pack of %s hours', (minutes, id) => expect(packFor(minutes, packs)?.id).toBe(id))
  test('none fits where none is sold', () => expect(packFor(60, [])).toBeUndefined())
})
test('days and months stay those of the calendar', () => {
  expect(dayText('2026-11-20')).toBe('Nov 20, 2026')
  expect(monthText('2026-11')).toBe('November 2026')
})
