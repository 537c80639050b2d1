import { expect, test } from 'vitest'
import { nameTimeZone } from './time-zone.ts'

test.each([
  ['America/Chicago', 'Central Time'],
  // In 1970, these had other names.
  ['America/Anchorage', 'Alaska Time'],
  ['America/Detroit', 'Eastern Time'],
  ['UTC', 'UTC'],
  ['Nowhere/New_Town', 'Nowhere/New Town'],
])('%s is named %s', (zone, name) => expect(nameTimeZone(zone)).toBe(name))
