// When people are warned. Screens, notifications and the settings of notifications name these numbers.

/**
 * The share of a target's time, in percent, after which staff get the first of two warnings. Another number needs a
 * migration: `tickets.response_warned` and `resolution_warned` accept only 0, this number and 100.
 */
export const SOON_PERCENT = 75

/**
 * Hours that expire within this many days cause a notification, and are shown with a warning. `content/company/about.ts`
 * promises the notification.
 */
export const EXPIRING_DAYS = 30
