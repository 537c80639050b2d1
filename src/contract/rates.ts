// Imports nothing: the public pages use it too, which carry no library.

/** What we assume that an hour of a company's own people costs it with everything, in cents, until it says. */
export const USUAL_RATE_CENTS = 6_000
