// Imports nothing: the public pages use it too, which carry no library.

/** What we assume that an hour of a company's own people costs it with everything, in cents, until it says. */
export const USUAL_RATE_CENTS = 6_000

/** Less than this cannot be paid by card: Stripe refuses it. */
export const CARD_MIN_CENTS = 50
