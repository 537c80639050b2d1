// Formats dates and times, in one way for screens, mails, PDFs and API texts, and adds days to dates. Dates are text
// such as 2026-11-20. Plain functions without a schema, so that screens can use them directly. Ranges are in
// date-ranges.ts.

const utc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (date: string) => format.format(new Date(`${date}T00:00:00Z`))
}

/** Formats a date for labels, tables and facts: "Nov 20, 2026". */
export const formatDay = utc({ dateStyle: 'medium' })

/** Formats a date for sentences of mails and agreements: "November 20, 2026". */
export const formatLongDay = utc({ dateStyle: 'long' })

const MONTH = utc({ month: 'long', year: 'numeric' })
/** Formats the month of a date or month, such as 2026-11-20 or 2026-11: "November 2026". */
export const formatMonth = (date: string): string => MONTH(`${date.slice(0, 7)}-01`)

const FORMATS = new Map<string, Intl.DateTimeFormat>()
const instant = (at: Date | string, timeZone: string | undefined, second: '2-digit' | undefined): string => {
  const key = `${timeZone} ${second}`
  let format = FORMATS.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second,
      timeZone,
      timeZoneName: 'short',
    })
    FORMATS.set(key, format)
  }
  // Intl puts a narrow space before AM and PM, which some mail programs and fonts lack.
  return format.format(new Date(at)).replaceAll('\u202f', ' ')
}

/** Formats an instant in a time zone, by default the device's: "Nov 20, 2026, 9:14 AM EST". */
export const formatTime = (at: Date | string, timeZone?: string): string => instant(at, timeZone, undefined)

/** Formats an instant to the second, for evidence and runs: "Nov 20, 2026, 9:14:05 AM EST". */
export const formatTimeToSecond = (at: Date | string, timeZone?: string): string => instant(at, timeZone, '2-digit')
