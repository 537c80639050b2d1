/** Time to enter the code after the password, in seconds. */
export const FACTOR_SECONDS = 600
/** Number of wrong codes after which the sign-in has to start again. */
export const GUESSES = 5
/** How long a confirmed identity is valid, in milliseconds. */
export const FRESH_MS = 600_000
/**
 * How long an administrator can view the portal as another user, in milliseconds. `act-dialog.tsx` and the summary of the
 * operation name the minutes.
 */
export const VIEWING_MS = 30 * 60_000
/** Lifetime of a link to choose a password, in seconds. */
export const PASSWORD_LINK_SECONDS = 60 * 60
/** Lifetime of a link to verify an address, in seconds. */
export const EMAIL_LINK_SECONDS = 24 * 60 * 60
/** How long a browser is recognized as one that has signed in to an account, in seconds. */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
/** Time to come back from Google's sign-in page, in seconds. */
export const GOOGLE_SECONDS = 600
/** Number of sign-ins without a second factor that a user gets after the company starts to require one. */
export const GRACE_SIGN_INS = 3
export const RECOVERY_CODES = 10
export const MOST_PASSKEYS = 20

/**
 * Name and slug prefix of a company that has not been named yet. The column `placeholder` of companies tests the name.
 */
export const PLACEHOLDER = { name: 'New Company', slugStart: 'company-' }
