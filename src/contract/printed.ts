// Texts that are printed in PDFs. The table of what can be printed is too large for the browser, so only the server
// checks.
import type { z } from 'zod'

let charactersWithout: (text: string) => string[] = () => []

/** Sets the function that returns the characters of a text that no typeface of PDFs has. */
export function checkPrintedWith(find: (text: string) => string[]): void {
  charactersWithout = find
}

const SHOWN_MAX = 5
const shown = (c: string) => {
  const code = `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{C}\p{M}]/u.test(c) ? code : `${c} (${code})`
}

/** Returns a schema that also rejects characters that cannot be printed. `where`: where the text is printed. */
export const printed = <T extends z.ZodType<string | null | undefined>>(
  schema: T,
  where: 'on invoices' | 'in agreements' | 'in documents' | 'in reports' = 'on invoices',
): T =>
  schema.superRefine((text, context) => {
    const found = text ? charactersWithout(text) : []
    if (found.length === 0) return
    const list = found.slice(0, SHOWN_MAX).map(shown).join(', ')
    const more = found.length > SHOWN_MAX ? ` and ${found.length - SHOWN_MAX} more` : ''
    context.addIssue({
      code: 'custom',
      message: `These characters can’t be printed ${where}: ${list}${more}. Remove or replace them.`,
    })
  })
