/** Abbreviations that people search for, in lower case, with the names that the catalog uses. */
const SPELT_OUT: [RegExp, string][] = [
  [/\b[mo] ?365\b|\boffice ?365\b/g, 'microsoft 365'],
  [/\bms ?365\b/g, 'microsoft 365'],
  [/\b(azure ?ad|aad)\b/g, 'entra id'],
  [/\bg ?suite\b/g, 'google workspace'],
  [/\bconnect ?wise manage\b|\bcw ?manage\b/g, 'connectwise psa'],
  [/\bcw\b/g, 'connectwise'],
  [/\bqbo\b/g, 'quickbooks'],
  [/\bmfa\b|\b2fa\b/g, 'mfa'],
  [/\bn ?able\b/g, 'n able'],
]

/** Returns the typed words in lower case, with abbreviations replaced by the names that the catalog uses. */
export const normalizeWords = (typed: string): string =>
  SPELT_OUT.reduce((text, [short, long]) => text.replace(short, long), typed.toLowerCase())

const NAME_MAX = 40
/** Returns a name for a question, made from its label and different from those that are taken. */
export function questionName(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, NAME_MAX)
    .replace(/_+$/, '')
  const base = words || 'question'
  let name = base
  for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
  return name
}

const SLUG_MAX = 60
/** Returns the slug of the nth copy of a product. */
export function copySlug(slug: string, n: number): string {
  const end = n === 1 ? '-copy' : `-copy-${n}`
  return `${slug.slice(0, SLUG_MAX - end.length - 2).replace(/-+$/, '')}${end}`
}

const TITLE_MAX = 60
/** Returns the name of a copy, cut to the maximum length. */
export const copyName = (name: string): string => `${name.slice(0, TITLE_MAX - ' (copy)'.length).trimEnd()} (copy)`
