// The server decides; this only spares the way there. One @, a dot in the domain, no spaces.
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const LONGEST = 255

/** The addresses in what somebody typed or pasted, each once: `Ana Ruiz <ana@x.example>, bo@x.example`. */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[\n,;]+/).flatMap((part) => {
    const inBrackets = /<([^<>]+)>/.exec(part)?.[1]
    return inBrackets ? [inBrackets] : part.split(/\s+/)
  })
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter((part) => part !== ''))]
}

/** Whether this cannot be an address. */
export const wrongAddress = (text: string): boolean => text.length > LONGEST || !EMAIL.test(text)
