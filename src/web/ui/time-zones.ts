/** Those of the United States stand first. */
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

/** All zones that this browser knows, those most often wanted first. */
export function timeZones(): string[] {
  return [...FIRST, ...Intl.supportedValuesOf('timeZone').filter((zone) => !FIRST.includes(zone))]
}

/** A zone as people read it: "America/New York". */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ')

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

const names = new Map<string, { name: string; offset: string }>()
function part(zone: string, timeZoneName: 'longGeneric' | 'shortOffset'): string {
  try {
    return (
      new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName })
        .formatToParts(new Date())
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    )
  } catch {
    // Chosen in another browser, and not known to this one.
    return ''
  }
}

/** What a zone is called and how far it is from Greenwich now: "Eastern Time", "GMT-5". */
export function zoneName(zone: string): { name: string; offset: string } {
  let found = names.get(zone)
  if (!found) {
    found = { name: part(zone, 'longGeneric'), offset: part(zone, 'shortOffset').replace('-', '−') }
    names.set(zone, found)
  }
  return found
}

/** Whether a zone answers what was typed (small letters): its place, its name ("eastern"), its distance ("gmt-5"). */
export function zoneMatches(zone: string, query: string): boolean {
  if (zoneLabel(zone).toLowerCase().includes(query.replaceAll('_', ' '))) return true
  const { name, offset } = zoneName(zone)
  return `${name} ${offset}`.toLowerCase().includes(query.replace('-', '−'))
}
