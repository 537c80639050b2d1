// Compares two texts line by line, and changed lines word by word. Pure functions.
import { diffArrays } from 'diff'

/** A part of a line. */
export type Piece = { text: string; kind: 'same' | 'gone' | 'new' }
/** A line to show: its pieces, and whether it is in both texts. */
export type DiffLine = { kind: 'same' | 'gone' | 'new' | 'changed'; pieces: Piece[] }

/**
 * Sequences that differ in more places count as replaced entirely, because the time grows with the square of the
 * differences.
 */
const MAX_DIFFERENCES = 1_000

/** Returns the sections of two sequences in order: items in both, or items of the first that the second replaces. */
function listSections(a: string[], b: string[]): { same: string[]; gone: string[]; added: string[] }[] {
  const changes = diffArrays(a, b, { maxEditLength: MAX_DIFFERENCES })
  if (!changes) return [{ same: [], gone: a, added: b }]
  const sections: { same: string[]; gone: string[]; added: string[] }[] = []
  for (const { value, removed, added } of changes) {
    const last = sections.at(-1)
    if (!removed && !added) sections.push({ same: value, gone: [], added: [] })
    else if (last && last.same.length === 0) last[removed ? 'gone' : 'added'].push(...value)
    else sections.push({ same: [], gone: removed ? value : [], added: added ? value : [] })
  }
  return sections
}

const words = (line: string) => line.match(/\s+|[^\s]+/g) ?? []
const listPieces = (before: string, after: string): Piece[] =>
  listSections(words(before), words(after))
    .flatMap(({ same, gone, added }): Piece[] => [
      { kind: 'gone', text: gone.join('') },
      { kind: 'new', text: added.join('') },
      { kind: 'same', text: same.join('') },
    ])
    .filter((piece) => piece.text !== '')

const whole = (kind: Piece['kind'], text: string): DiffLine => ({ kind, pieces: [{ kind, text }] })
/** Returns whether two lines have a third of their words in common. */
function alike(a: string, b: string): boolean {
  const [x, y] = [a, b].map((line) => words(line).filter((w) => w.trim()))
  const shared = (x ?? []).filter((w) => y?.includes(w)).length
  return shared * 3 >= Math.max(x?.length ?? 0, y?.length ?? 0)
}

/** Returns the lines of both texts in order. Leaves out blank lines that are only in one of them. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const out: DiffLine[] = []
  for (const { same, gone, added } of listSections(before.split('\n'), after.split('\n'))) {
    const [was, is] = [gone, added].map((lines) => lines.filter((line) => line.trim())) as [string[], string[]]
    // Lines at the same place that have words in common are shown as one line that was changed.
    const both = Math.min(was.length, is.length)
    for (let n = 0; n < both; n++) {
      const [old, now] = [was[n] as string, is[n] as string]
      if (alike(old, now)) out.push({ kind: 'changed', pieces: listPieces(old, now) })
      else out.push(whole('gone', old), whole('new', now))
    }
    out.push(...was.slice(both).map((line) => whole('gone', line)))
    out.push(...is.slice(both).map((line) => whole('new', line)))
    out.push(...same.map((line) => whole('same', line)))
  }
  return out
}
