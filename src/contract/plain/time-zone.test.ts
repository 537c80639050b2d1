import { expect, test } from 'vitest'
import { nameTimeZone } from './time-zone.ts'

test.each([
  ['America/Chicago', 'Central Time'],
  ['UTC', 'UTC'],
  ['Nowhere/New_Town', 'Nowhere/New Town'],
])('%s is named %s', (zone, name) => expect(nameTimeZone(zone)).toBe(name))
