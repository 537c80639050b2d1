export { formatCents, formatCentsShort } from '../../../contract/plain/money.ts'

/** Parses typed dollars, such as "1,750" or "$12.5", into cents. Undefined when the text is not an amount. */
export function readCents(text: string): number | undefined {
  const clean = text.trim().replace(/^\$\s*/, '')
  const [, whole, rest = ''] = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(clean) ?? []
  if (whole === undefined) return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
}

/** Formats cents for an input: "1750", "12.50". */
export const formatCentsForInput = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
