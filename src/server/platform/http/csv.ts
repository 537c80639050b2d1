/**
 * Returns one line of CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe (OWASP,
 * CSV Injection), and so does text that already has one there: an import removes exactly one. Numbers are written
 * unchanged, so that a spreadsheet can add up negative ones too.
 */
export const csvRow = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(text: string | number): string {
  if (typeof text === 'number') return String(text)
  const safe = /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats cents as a cell that spreadsheets can add up: `1750.00`. */
export const formatMoneyCell = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
