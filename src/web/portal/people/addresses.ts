// A quick check before the request: one @, a dot in the domain, no spaces. The server decides.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const LONGEST = 255

/** Extracts the addresses from typed or pasted text, without duplicates: `Ana Ruiz <ana@x.example>, bo@x.example`. */
export function parseAddresses(text: string): string[] {
  const parts = text.split(/[\n,;]+/).flatMap((part) => {
    const inBrackets = /<([^<>]+)>/.exec(part)?.[1]
    return inBrackets ? [inBrackets] : part.split(/\s+/)
  })
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))]
}

/** Returns whether a text cannot be an email address. */
export const isWrongAddress = (text: string): boolean => text.length > LONGEST || !EMAIL.test(text)
