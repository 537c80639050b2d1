// Imports nothing, because the public pages load it and should not load a library.

/** The default hourly cost of a company's own staff in cents, used until the company sets its own. */
export const USUAL_RATE_CENTS = 6_000

/** The minimum card payment in cents. Stripe declines less. */
export const CARD_MIN_CENTS = 50

/** Months of hosting, monitoring and repair that a one-time price includes. */
export const INCLUDED_MONTHS = 12

/** Price of one more year of hosting and repair, in percent of the one-time price. */
export const RENEWAL_PERCENT = 18

/** Days of notice with which either side can end the agreement of a monthly automation. */
export const NOTICE_DAYS = 30

/** With this many unpaid orders by invoice, a company cannot buy by invoice. */
export const UNPAID_MAX = 50

/**
 * Days until an invoice for a purchase is due. Texts name them: `content/legal/terms.md`, `content/company/about.ts`, pages
 * in `content/pages`, and in the portal `buy-page.tsx` and `top-up-section.tsx`.
 */
export const PAYMENT_DAYS = 15
