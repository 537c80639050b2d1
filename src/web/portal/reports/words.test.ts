import { expect, test } from 'vitest'
import {
  changeOf,
  findPeriodName,
  formatFigure,
  formatFigureCell,
  getPeriodByName,
  nameColumn,
  thinOutNames,
} from './words.ts'

const of = (unit: 'count' | 'minutes' | 'percent' | 'score' | 'money', more: object = {}) => ({
  name: '',
  means: '',
  unit,
  ...more,
})

test('formats figures by unit', () => {
  expect(formatFigure(of('minutes'), 95)).toBe('1 h 35 min')
  expect(formatFigure(of('money'), 123_456)).toBe('$1,234.56')
  expect(formatFigure(of('percent'), 97.5)).toBe('97.5%')
  expect(formatFigure(of('score'), 4)).toBe('4.0')
  expect(formatFigure(of('score'), null)).toBe('–')
  expect([95, 0, null].map((v) => formatFigureCell(of('minutes'), v))).toEqual(['1:35', '0:00', '–'])
  expect(formatFigureCell(of('money'), 123_456)).toBe('$1,234.56')
  expect(nameColumn(of('minutes', { name: 'Overage' }))).toBe('Overage (h:mm)')
  expect(nameColumn(of('money', { name: 'Paid' }))).toBe('Paid')
})

test('marks a change as good, bad or neutral depending on the figure', () => {
  expect(changeOf(of('count', { less: true }), 2, 6)).toEqual({ text: 'Down 4 (67%)', tone: 'good' })
  expect(changeOf(of('percent'), 95.5, 98)).toEqual({ text: 'Down 2.5 points', tone: 'bad' })
  expect(changeOf(of('percent'), 99, 98)).toEqual({ text: 'Up 1 point', tone: 'good' })
  expect(changeOf(of('count', { neutral: true }), 3, 1)).toEqual({ text: 'Up 2 (200%)', tone: 'none' })
  expect(changeOf(of('count'), 3, 0)).toEqual({ text: 'Up 3', tone: 'good' })
  expect(changeOf(of('count', { neutral: true }), 41, 5)).toEqual({ text: 'Up 36', tone: 'none' })
  expect(changeOf(of('minutes', { now: true }), 60, 30)).toBeUndefined()
  expect(changeOf(of('count', { neutral: true }), 3, null)).toBeUndefined()
})

test('names periods, including those across years', () => {
  expect(getPeriodByName('last-month', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(getPeriodByName('quarter', '2026-03-31')).toEqual({ from: '2025-12-01', to: '2026-02-28' })
  expect(findPeriodName({}, '2026-03-31')).toBe('month')
  expect(findPeriodName({ from: '2025-12-01', to: '2026-02-28' }, '2026-03-31')).toBe('quarter')
  expect(findPeriodName({ from: '2025-12-02', to: '2026-02-28' }, '2026-03-31')).toBeUndefined()
})

test('thins out the names of an axis', () => {
  const days = Array.from({ length: 30 }, (_, i) => ({
    id: `2026-11-${String(i + 1).padStart(2, '0')}`,
    name: `Nov ${i + 1}`,
  }))
  expect(thinOutNames(days).filter(Boolean)).toEqual(['1', '6', '11', '16', '21', '26'])
  expect(thinOutNames([{ id: '2026-11-01', name: 'Nov 2026' }])).toEqual(['Nov'])
})
