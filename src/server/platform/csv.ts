/** One line of CSV (RFC 4180). Cells that a spreadsheet would take for a formula are disarmed with an apostrophe (OWASP, CSV Injection). */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
