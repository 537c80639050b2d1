const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'usd' })

/** Cents as people read them: "$1,750.00"; below zero with a minus sign. */
export const showCents = (cents: number): string =>
  cents < 0 ? `−${dollars.format(-cents / 100)}` : dollars.format(cents / 100)

/** The same where there is little room, whole dollars without cents: "$1,750", "$12.50". */
export const shortCents = (cents: number): string => showCents(cents).replace(/\.00$/, '')

/** Cents that somebody typed as dollars ("1,750", "$12.5"); undefined for what is no amount. */
export function readCents(text: string): number | undefined {
  const clean = text.trim().replace(/^\$\s*/, '')
  const [, whole, rest = ''] = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(clean) ?? []
  if (whole === undefined) return undefined
  return Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
}

/** Cents as they stand in a field: "1750", "12.50". */
export const typedCents = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
