// Formats money, in one way for pages, screens, emails, PDFs and CSV files. Plain functions without a schema, so that
// pages and screens can use them directly. Integer arithmetic avoids rounding errors. Three are
// written in other ways: the costs of the language model in fractions of a cent (`formatMicrodollars`), amounts as a
// person typed them, and limits in error messages.

const parts = (cents: number): [whole: number, rest: string] => {
  const size = Math.abs(cents)
  return [Math.trunc(size / 100), String(size % 100).padStart(2, '0')]
}

/** Formats cents as "$1,750.00", with a minus sign below zero. */
export function formatCents(cents: number): string {
  const [whole, rest] = parts(cents)
  return `${cents < 0 ? '−' : ''}$${whole.toLocaleString('en-US')}.${rest}`
}

/** Formats cents without ".00": "$1,750", "$12.50". */
export const formatCentsShort = (cents: number): string => {
  const text = formatCents(cents)
  return cents % 100 === 0 ? text.slice(0, -3) : text
}

/** Formats cents as a CSV cell that spreadsheets can add up: "1750.00". */
export function formatCentsCell(cents: number): string {
  const [whole, rest] = parts(cents)
  return `${cents < 0 ? '-' : ''}${whole}.${rest}`
}
