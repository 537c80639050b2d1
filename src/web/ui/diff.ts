// What differs between two texts: line by line, and word by word where a line was changed. Pure.

/** A part of a line. */
export type Piece = { text: string; kind: 'same' | 'gone' | 'new' }
/** A line as it is shown: the pieces of it, and whether it is there in both. */
export type DiffLine = { kind: 'same' | 'gone' | 'new' | 'changed'; pieces: Piece[] }

/** What two rows have in common, in order: pairs of places. Rows beyond this are compared as a whole. */
const MOST = 1_500
function common<T>(a: readonly T[], b: readonly T[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const pairs: [number, number][] = Array.from({ length: start }, (_, i) => [i, i])
  const [n, m] = [a.length - start - end, b.length - start - end]
  if (n > 0 && m > 0 && n <= MOST && m <= MOST) {
    const width = m + 1
    const lengths = new Uint16Array((n + 1) * width)
    const at = (i: number, j: number) => lengths[i * width + j] as number
    for (let i = n - 1; i >= 0; i--)
      for (let j = m - 1; j >= 0; j--)
        lengths[i * width + j] =
          a[start + i] === b[start + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    for (let i = 0, j = 0; i < n && j < m; ) {
      if (a[start + i] === b[start + j]) pairs.push([start + i++, start + j++])
      else if (at(i + 1, j) >= at(i, j + 1)) i++
      else j++
    }
  }
  for (let k = end; k > 0; k--) pairs.push([a.length - k, b.length - k])
  return pairs
}

const words = (line: string) => line.match(/\s+|[^\s]+/g) ?? []
function pieces(before: string, after: string): Piece[] {
  const [a, b] = [words(before), words(after)]
  const out: Piece[] = []
  const add = (kind: Piece['kind'], parts: string[]) => {
    const text = parts.join('')
    if (text === '') return
    const last = out.at(-1)
    if (last?.kind === kind) last.text += text
    else out.push({ kind, text })
  }
  let [i, j] = [0, 0]
  for (const [x, y] of [...common(a, b), [a.length, b.length] as [number, number]]) {
    add('gone', a.slice(i, x))
    add('new', b.slice(j, y))
    if (x < a.length) add('same', [a[x] as string])
    ;[i, j] = [x + 1, y + 1]
  }
  return out
}

const whole = (kind: Piece['kind'], text: string): DiffLine => ({ kind, pieces: [{ kind, text }] })
/** Whether two lines have a third of their words in common. */
function alike(a: string, b: string): boolean {
  const [x, y] = [a, b].map((line) => words(line).filter((w) => w.trim()))
  const shared = (x ?? []).filter((w) => y?.includes(w)).length
  return shared * 3 >= Math.max(x?.length ?? 0, y?.length ?? 0)
}

/** The lines of both texts in order. */
export function diffOf(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const out: DiffLine[] = []
  let [i, j] = [0, 0]
  for (const [x, y] of [...common(a, b), [a.length, b.length] as [number, number]]) {
    const [gone, added] = [a.slice(i, x).filter((l) => l.trim()), b.slice(j, y).filter((l) => l.trim())]
    // What stands in the same place and has words in common is one line, changed.
    const both = Math.min(gone.length, added.length)
    for (let n = 0; n < both; n++) {
      const [was, is] = [gone[n] as string, added[n] as string]
      if (alike(was, is)) out.push({ kind: 'changed', pieces: pieces(was, is) })
      else out.push(whole('gone', was), whole('new', is))
    }
    for (const line of gone.slice(both)) out.push(whole('gone', line))
    for (const line of added.slice(both)) out.push(whole('new', line))
    const line = a[x]
    if (line !== undefined) out.push(whole('same', line))
    ;[i, j] = [x + 1, y + 1]
  }
  return out
}
