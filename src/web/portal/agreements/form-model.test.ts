import { describe, expect, test } from 'vitest'
import { hasTermField, parseTermNumber, parseTerms, toTypedTerms } from './form-model.ts'

describe('terms as they are typed', () => {
  test('converts hours and dollars to minutes and cents and back', () => {
    const terms = { minutes: 1_200, priceCents: 332_550, validMonths: 12, hourlyRateCents: 17_500 }
    const typed = toTypedTerms(terms)
    expect(typed).toMatchObject({ hours: '20', price: '3325.50', hourlyRate: '175', afterHours: '150' })
    expect(parseTerms('block_hours', typed)).toMatchObject({ terms })
    expect(parseTerms('block_hours', { ...typed, hours: '1.25', price: '$3,325' })).toMatchObject({
      terms: { minutes: 75, priceCents: 332_500 },
    })
    for (let minutes = 1; minutes < 2_000; minutes++)
      expect(parseTerms('block_hours', toTypedTerms({ minutes }))).toMatchObject({ terms: { minutes } })
  })
  test('reports invalid numbers beside their fields', () => {
    const typed = { ...toTypedTerms({}), hours: 'many', price: '3,32', hourlyRate: '1.005', noticeDays: '1.5' }
    expect(Object.keys((parseTerms('block_hours', typed) as { wrong: object }).wrong).sort()).toEqual([
      'hourlyRate',
      'hours',
      'noticeDays',
      'price',
    ])
    expect(parseTermNumber('1e3')).toBeNaN()
    expect(parseTermNumber('-5')).toBeNaN()
  })
  test('neither shows nor sends fields of other types', () => {
    const typed = { ...toTypedTerms({ monthlyMinutes: 60, minutes: 60 }), coversTime: true }
    expect(hasTermField('retainer', typed, 'hours')).toBe(false)
    expect(hasTermField('retainer', typed, 'roundingIncrement')).toBe(true)
    expect(hasTermField('partnership', typed, 'roundingIncrement')).toBe(false)
    expect(parseTerms('retainer', typed)).toMatchObject({
      terms: { minutes: null, monthlyMinutes: 60, coversTime: false },
    })
  })
})
