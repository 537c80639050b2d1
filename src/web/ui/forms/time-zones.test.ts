import { expect, test } from 'vitest'
import { formatZone, formatZoneName, listTimeZones, matchesZone } from './time-zones.ts'

test('lists every zone once, including UTC, and those of the United States first', () => {
  const all = listTimeZones()
  expect(new Set(all).size).toBe(all.length)
  expect(all.slice(0, 3)).toEqual(['America/New_York', 'America/Chicago', 'America/Denver'])
  expect(all).toContain('UTC')
  expect(all).toContain('Europe/Berlin')
})
test('a zone is found by its place, its name and its offset', () => {
  const found = (query: string) => listTimeZones().filter((zone) => matchesZone(zone, query))
  expect(found('new york')).toEqual(['America/New_York'])
  expect(found('new_york')).toEqual(['America/New_York'])
  expect(found('eastern time')).toContain('America/New_York')
  expect(found('japan')).toEqual(['Asia/Tokyo'])
  expect(found('gmt+5:45')).toHaveLength(1)
  expect(found('gmt-7')).toContain('America/Phoenix')
  expect(found('narnia')).toEqual([])
})
test('a zone is labeled with its place and offset', () => {
  expect(formatZone('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires')
  expect(formatZoneName('America/Phoenix')).toEqual({ name: 'Mountain Standard Time', offset: 'GMT−7' })
  expect(formatZoneName('UTC').name).toBe('')
})
