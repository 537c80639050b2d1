import { describe, expect, it } from 'vitest'
import { formatActionDue, fromInput, getMorningInDays, getMorningOfNextMonday, isOverdue, toInput } from './due.ts'

const at = (text: string) => new Date(text)

describe('due dates', () => {
  it('round-trip through the input', () => {
    expect(fromInput('')).toBe(null)
    expect(fromInput('nonsense')).toBe(null)
    expect(toInput(null)).toBe('')
    const iso = at('2026-12-01T15:30').toISOString()
    expect(fromInput(toInput(iso))).toBe(iso)
  })
  it('presets are mornings, across months and daylight saving time', () => {
    expect(getMorningInDays(1, at('2026-11-30T22:10'))).toBe('2026-12-01T09:00')
    expect(getMorningInDays(3, at('2026-03-06T12:00'))).toBe('2026-03-09T09:00')
    expect(getMorningOfNextMonday(at('2026-11-20T10:00'))).toBe('2026-11-23T09:00')
    expect(getMorningOfNextMonday(at('2026-11-23T10:00'))).toBe('2026-11-30T09:00')
    expect(getMorningOfNextMonday(at('2026-11-22T10:00'))).toBe('2026-11-23T09:00')
  })
  it('are formatted briefly', () => {
    const now = at('2026-11-20T10:00')
    const format = (text: string) => formatActionDue(at(text).toISOString(), now)
    expect(format('2026-11-20T15:00')).toMatch(/^today, 3:00\sPM$/)
    expect(format('2026-11-21T00:10')).toBe('tomorrow')
    expect(format('2026-11-19T23:50')).toBe('yesterday')
    expect(format('2026-12-01T09:00')).toBe('Tue, Dec 1')
    expect(format('2027-01-04T09:00')).toBe('Mon, Jan 4, 2027')
    expect(isOverdue(null)).toBe(false)
    expect([isOverdue('2026-01-01T00:00:00Z', +now), isOverdue('2027-01-01T00:00:00Z', +now)]).toEqual([true, false])
  })
})
