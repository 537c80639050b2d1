// The text changes that the editor's buttons make. Pure functions.

/** The formatting of an editor's button. */
export type Mark = 'bold' | 'italic' | 'code' | 'list' | 'link'

/** A change to a text: the replaced range, the new text, and the selection afterward. */
export type Edit = { from: number; to: number; insert: string; select: [number, number] }

const around: Record<'bold' | 'italic' | 'code', string> = { bold: '**', italic: '_', code: '`' }
const samples = { bold: 'bold text', italic: 'italic text', code: 'code' }

/** Returns the change that formats the selection. A second one removes the formatting, except links and code blocks. */
export function markEdit(text: string, start: number, end: number, mark: Mark): Edit {
  const chosen = text.slice(start, end)
  if (mark === 'list') return listEdit(text, start, end)
  if (mark === 'link') {
    const isAddress = /^https?:\/\/\S+$/.test(chosen)
    const words = isAddress ? 'text' : chosen || 'text'
    const address = isAddress ? chosen : 'https://'
    const at = isAddress ? start + 1 : start + words.length + 3
    const length = isAddress ? words.length : address.length
    return { from: start, to: end, insert: `[${words}](${address})`, select: [at, at + length] }
  }
  if (mark === 'code' && chosen.includes('\n')) {
    const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
    const after = end === text.length || text[end] === '\n' ? '' : '\n'
    const at = start + before.length + 4
    return {
      from: start,
      to: end,
      insert: `${before}\`\`\`\n${chosen}\n\`\`\`${after}`,
      select: [at, at + chosen.length],
    }
  }
  const sign = around[mark]
  const n = sign.length
  if (text.slice(start - n, start) === sign && text.slice(end, end + n) === sign) {
    return { from: start - n, to: end + n, insert: chosen, select: [start - n, end - n] }
  }
  if (chosen.length > 2 * n && chosen.startsWith(sign) && chosen.endsWith(sign)) {
    return { from: start, to: end, insert: chosen.slice(n, -n), select: [start, end - 2 * n] }
  }
  // Markdown ignores the signs next to spaces, so spaces at the edges stay outside.
  const lead = /^\s*/.exec(chosen)?.[0] ?? ''
  const trail = lead.length === chosen.length ? '' : (/\s*$/.exec(chosen)?.[0] ?? '')
  const words = chosen.slice(lead.length, chosen.length - trail.length) || samples[mark]
  const at = start + lead.length + n
  return { from: start, to: end, insert: `${lead}${sign}${words}${sign}${trail}`, select: [at, at + words.length] }
}

function listEdit(text: string, start: number, end: number): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const listed = lines.every((l) => /^\s*- /.test(l) || l.trim() === '') && lines.some((l) => l.trim() !== '')
  const insert = lines
    .map((l) => (listed ? l.replace(/^(\s*)- /, '$1') : l.trim() === '' && lines.length > 1 ? l : `- ${l}`))
    .join('\n')
  const cursor = from + insert.length
  return { from, to, insert, select: start === end ? [cursor, cursor] : [from, cursor] }
}
