/** Texts with more characters or more lines are folded. */
const WHOLE_CHARACTERS = 8_000
const WHOLE_LINES = 200
/** How much of a folded text is shown. */
const SHOWN_CHARACTERS = 2_000
const SHOWN_LINES = 40

/** Returns the index after `count` lines, or the text's length when it has fewer. */
function afterLines(text: string, count: number): number {
  const ends = /\r\n?|\n/g
  for (let n = 0; n < count; n++) if (!ends.test(text)) return text.length
  return ends.lastIndex
}

/**
 * Returns the index at which to fold a long text: after a line, else after a word, else between characters. Undefined
 * for a text that is short enough to show in full.
 */
export function foldAt(text: string): number | undefined {
  if (text.length <= WHOLE_CHARACTERS && afterLines(text, WHOLE_LINES) === text.length) return undefined
  const most = Math.min(SHOWN_CHARACTERS, afterLines(text, SHOWN_LINES))
  const begin = text.slice(0, most)
  const end = Math.max(begin.lastIndexOf('\n'), begin.lastIndexOf(' '))
  const line = begin.lastIndexOf('\n') + 1
  if (line > most / 2) return line
  if (end > most / 2) return end + 1
  // Do not split a surrogate pair.
  return begin.isWellFormed() ? most : most - 1
}
