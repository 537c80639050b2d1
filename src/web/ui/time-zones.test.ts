import { expect, test } from 'vitest'
import { timeZones, zoneLabel, zoneMatches, zoneName } from './time-zones.ts'

test('every zone is there once, UTC too, those of the United States first', () => {
  const all = timeZones()
  expect(new Set(all).size).toBe(all.length)
  expect(all.slice(0, 3)).toEqual(['America/New_York', 'America/Chicago', 'America/Denver'])
  expect(all).toContain('UTC')
  expect(all).toContain('Europe/Berlin')
})
test('a zone is found by its place, its name and its distance', () => {
  const found = (query: string) => timeZones().filter((zone) => zoneMatches(zone, query))
  expect(found('new york')).toEqual(['America/New_York'])
  expect(found('new_york')).toEqual(['America/New_York'])
  expect(found('eastern time')).toContain('America/New_York')
  expect(found('japan')).toEqual(['Asia/Tokyo'])
  expect(found('gmt+5:45')).toHaveLength(1)
  expect(found('gmt-7')).toContain('America/Phoenix')
  expect(found('narnia')).toEqual([])
})
test('a zone reads like a place and says how far it is', () => {
  expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires')
  expect(zoneName('America/Phoenix').offset).toBe('GMT−7')
})
