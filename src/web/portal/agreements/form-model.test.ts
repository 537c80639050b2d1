import { describe, expect, test } from 'vitest'
import { has, numberIn, termsIn, typedOf } from './form-model.ts'

describe('terms as they are typed', () => {
  test('hours and dollars become minutes and cents, and come back', () => {
    const terms = { minutes: 1_200, priceCents: 332_550, validMonths: 12, hourlyRateCents: 17_500 }
    const typed = typedOf(terms)
    expect(typed).toMatchObject({ hours: '20', price: '3325.50', hourlyRate: '175', afterHours: '150' })
    expect(termsIn('block_hours', typed)).toMatchObject({ terms })
    expect(termsIn('block_hours', { ...typed, hours: '1.25', price: '$3,325' })).toMatchObject({
      terms: { minutes: 75, priceCents: 332_500 },
    })
    for (let minutes = 1; minutes < 2_000; minutes++)
      expect(termsIn('block_hours', typedOf({ minutes }))).toMatchObject({ terms: { minutes } })
  })
  test('what is no number is said beside its field', () => {
    const typed = { ...typedOf({}), hours: 'many', price: '3,32', hourlyRate: '1.005', noticeDays: '1.5' }
    expect(Object.keys((termsIn('block_hours', typed) as { wrong: object }).wrong).sort()).toEqual([
      'hourlyRate',
      'hours',
      'noticeDays',
      'price',
    ])
    expect(numberIn('1e3')).toBeNaN()
    expect(numberIn('-5')).toBeNaN()
  })
  test('fields of other types are not there, nor sent', () => {
    const typed = { ...typedOf({ monthlyMinutes: 60, minutes: 60 }), coversTime: true }
    expect(has('retainer', typed, 'hours')).toBe(false)
    expect(has('retainer', typed, 'roundingIncrement')).toBe(true)
    expect(has('partnership', typed, 'roundingIncrement')).toBe(false)
    expect(termsIn('retainer', typed)).toMatchObject({
      terms: { minutes: null, monthlyMinutes: 60, coversTime: false },
    })
  })
})
