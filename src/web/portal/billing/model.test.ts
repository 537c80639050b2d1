import { describe, expect, test } from 'vitest'
import { calculateHourlyRate, calculateSaving, choosePack, type Pack } from './model.ts'

const pack = (hours: number, priceCents: number) => ({ id: String(hours), minutes: hours * 60, priceCents }) as Pack
const packs = [pack(10, 175_000), pack(20, 332_500), pack(40, 630_000), pack(100, 1_487_500)]

describe('packs', () => {
  test('show the savings compared with the smallest pack, which has none', () => {
    expect(packs.map((p) => calculateSaving(p, packs))).toEqual([
      { cents: 0, percent: 0 },
      { cents: 17_500, percent: 5 },
      { cents: 70_000, percent: 10 },
      { cents: 262_500, percent: 15 },
    ])
    expect(packs.map(calculateHourlyRate)).toEqual([17_500, 16_625, 15_750, 14_875])
  })
  test('show no negative savings when a larger pack costs more per hour', () =>
    expect(calculateSaving(pack(20, 400_000), [pack(10, 175_000), pack(20, 400_000)])).toEqual({
      cents: 0,
      percent: 0,
    }))
  test.each([
    [1, '10'],
    [600, '10'],
    [601, '20'],
    [90_000, '100'],
  ])('chooses for %i minutes the pack of %s hours', (minutes, id) => expect(choosePack(minutes, packs)?.id).toBe(id))
  test('returns no pack when none is for sale', () => expect(choosePack(60, [])).toBeUndefined())
})
