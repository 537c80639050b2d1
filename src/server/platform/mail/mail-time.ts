const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** Formats an instant for mails, as `Nov 20, 2026, 9:14 AM UTC`. */
export const formatMailTime = (instant: Date | string): string =>
  `${TIME.format(new Date(instant)).replaceAll('\u202f', ' ')} UTC`
