const FALLBACK = 'America/New_York'

/** Returns the first name that is a valid time zone here: the user's, then the company's, then the default. */
export function zoneOf(...names: (string | null | undefined)[]): string {
  for (const name of names) {
    try {
      if (name) return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    } catch {
      // Not a time zone here; try the next name.
    }
  }
  return FALLBACK
}

/** Returns the calendar day of an instant (milliseconds since 1970) in a time zone, as YYYY-MM-DD. */
export const dayIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** Returns the name that a time zone has today, such as "Central Time"; its place if it has no name here. */
export function nameTimeZone(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value
    if (name && !name.startsWith('GMT')) return name
  } catch {
    // Not a time zone here.
  }
  return zone.replaceAll('_', ' ')
}
