/** Seconds between password and code. */
export const FACTOR_SECONDS = 600
/** Codes that may be wrong before the sign-in has to begin again. */
export const GUESSES = 5
/** A proof of identity is good for this long, in milliseconds. */
export const FRESH_MS = 600_000
/** An administrator looks as somebody else for at most this long, in milliseconds. */
export const VIEWING_MS = 30 * 60_000
/** A link to choose a password lives this long, in seconds. */
export const PASSWORD_LINK_SECONDS = 60 * 60
/** A link to verify an address lives this long, in seconds. */
export const EMAIL_LINK_SECONDS = 24 * 60 * 60
/** How long a browser is known to have been in an account, in seconds. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
/** Between leaving for Google and coming back, in seconds. */
export const GOOGLE_SECONDS = 600
export const RECOVERY_CODES = 10
export const MOST_PASSKEYS = 20

/** What a company is called until somebody tells its name (spec §3; the column `placeholder` of companies knows both). */
export const PLACEHOLDER = { name: 'New Company', slugStart: 'company-' }
