import { referenceIn } from '../../platform/search/references.ts'

/** The parsed text of a ticket search. */
export type Typed = {
  /** A ticket number on its own, such as T-1001 or [T-1001]. */
  named: number | undefined
  /**
   * A number that may also be meant as a text: 1001, #1001, or the ticket number in a copied text such as the subject
   * of an email.
   */
  number: number | undefined
  /** The words without quotation marks. */
  words: string
  /** The quoted phrases, to be matched exactly. A single quoted word is treated as a word. */
  phrases: string[]
}

const QUOTED = /["“”„«»]([^"“”„«»]{1,200})["“”„«»]/g

/** Returns the parsed text of a search. Undefined when it is empty. */
export function parseSearch(q: string | undefined): Typed | undefined {
  const typed = q?.trim()
  if (!typed) return undefined
  const alone = /^\[?\s*t-?(\d{1,15})\s*\]?$/i.exec(typed)?.[1]
  const within = /^#?(\d{1,15})$/.exec(typed)?.[1] ?? referenceIn(typed, 'T')
  const digits = alone ?? within
  return {
    named: alone === undefined ? undefined : Number(alone),
    number: digits === undefined ? undefined : Number(digits),
    words: typed.replace(/["“”„«»]/g, ' '),
    phrases: [...typed.matchAll(QUOTED)]
      .map((m) => (m[1] as string).trim())
      .filter((p) => /\S\s+\S/.test(p))
      .slice(0, 4),
  }
}
