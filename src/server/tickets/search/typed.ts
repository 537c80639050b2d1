/** The parsed text of a ticket search. */
export type Typed = {
  /** A ticket number on its own, such as T-1001. */
  named: number | undefined
  /** A plain number, such as 1001, which may also occur in a text. */
  number: number | undefined
  /** The words without quotation marks. */
  words: string
  /** The quoted phrases, to be matched exactly. A single quoted word is treated as a word. */
  phrases: string[]
}

const QUOTED = /["“”„«»]([^"“”„«»]{1,200})["“”„«»]/g

/** Parses the text of a search. Undefined when it is empty. */
export function readTyped(q: string | undefined): Typed | undefined {
  const typed = q?.trim()
  if (!typed) return undefined
  const [, mark, digits] = /^(t-?|#)?(\d{1,15})$/i.exec(typed) ?? []
  const number = digits === undefined ? undefined : Number(digits)
  return {
    named: mark ? number : undefined,
    number,
    words: typed.replace(/["“”„«»]/g, ' '),
    phrases: [...typed.matchAll(QUOTED)]
      .map((m) => (m[1] as string).trim())
      .filter((p) => /\S\s+\S/.test(p))
      .slice(0, 4),
  }
}
