/** What somebody typed into a ticket search, read once. */
export type Typed = {
  /** T-1001: a ticket's number and nothing else. */
  named: number | undefined
  /** 1001 may also stand in a text. */
  number: number | undefined
  /** The words, without the quotes. */
  words: string
  /** What stood in quotes, to be found as it stands; single words are words. */
  phrases: string[]
}

const QUOTED = /["“”„«»]([^"“”„«»]{1,200})["“”„«»]/g

/** Reads what somebody typed; undefined when there is nothing in it. */
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
