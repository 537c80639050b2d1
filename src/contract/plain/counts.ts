// Formats counts, in one way for screens, mails, PDFs and API texts. Plain functions without a schema, so that screens
// can use them directly.

const COUNT = new Intl.NumberFormat('en-US')

/**
 * Formats a count with its noun: "1 month", "1,200 tickets". `many` is the plural if it is not `one` with an s at the
 * end.
 */
export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${COUNT.format(n)} ${n === 1 ? one : many}`
