import { nameTimeZone } from '../../../contract/plain/time-zone.ts'
import { getNowDate } from '../clock'

/** The zones to list first: those of the United States, and UTC. */
const FIRST = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
]

/** Returns all zones that this browser knows, the most common first. */
export function listTimeZones(): string[] {
  return [...FIRST, ...Intl.supportedValuesOf('timeZone').filter((zone) => !FIRST.includes(zone))]
}

/** Formats a zone as "America/New York". */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ')

/** Returns the time zone of this device. */
export const getDeviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const names = new Map<string, { name: string; offset: string }>()
function readOffset(zone: string): string {
  try {
    return (
      new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
        .formatToParts(getNowDate())
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    ).replace('-', '−')
  } catch {
    // The zone was chosen in another browser and this one does not know it.
    return ''
  }
}

/**
 * Returns a zone's name and its current offset, such as "Eastern Time" and "GMT−5". The name is empty if the zone has
 * none besides its place.
 */
export function formatZoneName(zone: string): { name: string; offset: string } {
  let found = names.get(zone)
  if (!found) {
    const name = nameTimeZone(zone)
    found = { name: name === formatZone(zone) ? '' : name, offset: readOffset(zone) }
    names.set(zone, found)
  }
  return found
}

/** Returns whether a zone matches a lowercase query by place, name ("eastern") or offset ("gmt-5"). */
export function matchesZone(zone: string, query: string): boolean {
  if (formatZone(zone).toLowerCase().includes(query.replaceAll('_', ' '))) return true
  const { name, offset } = formatZoneName(zone)
  return `${name} ${offset}`.toLowerCase().includes(query.replace('-', '−'))
}
