// Reads a mail without its structure, for one that the parser rejects. Takes linear time for any input.
import { strippedHtml } from './mail-html.ts'

/** Maximum bytes that are read. The rest is only in the stored mail. */
const FLAT_MAX = 1024 * 1024
/** Maximum characters of one header. */
const HEADER_MAX = 4_000

/** A mail without its structure: its headers by their lowercase names, and all text in its order. */
type FlatMail = { headers: Record<string, string>; text: string }

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Decodes the body of a text part. `raw` has one character per byte. */
function decoded(raw: string, { encoding = '', type = '' }: Record<string, string>): string {
  const bytes = /base64/i.test(encoding)
    ? Buffer.from(raw, 'base64')
    : Buffer.from(
        /quoted-printable/i.test(encoding)
          ? raw
              .split('\n')
              .map((line) => line.trimEnd())
              .join('\n')
              .replace(/=\n/g, '')
              .replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
          : raw,
        'latin1',
      )
  const text = decoderOf(/charset="?([\w:.-]{1,40})/i.exec(type)?.[1] ?? 'utf-8').decode(bytes)
  return /^\s*text\/html/i.test(type) ? strippedHtml(text) : text.trim()
}

/** Decodes the encoded words of a header, such as `=?utf-8?Q?caf=C3=A9?=`. */
const words = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})(?:\*\w{0,10})?\?([bq])\?([^?]{0,500})\?=/gi, (_, charset, encoding, text: string) =>
      decoderOf(charset).decode(
        /b/i.test(encoding)
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text
                .replaceAll('_', ' ')
                .replace(/=([\da-f]{2})/gi, (__, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            ),
      ),
    )

/** Returns the headers of a block of lines, and the index of the first line after it. */
function headersAt(lines: string[], from: number): { headers: Record<string, string>; next: number } {
  const headers: Record<string, string> = Object.create(null)
  let current = ''
  let at = from
  for (; at < lines.length && lines[at] !== ''; at++) {
    const line = lines[at] as string
    if (/^[ \t]/.test(line)) {
      if (current !== '' && (headers[current]?.length ?? 0) < HEADER_MAX)
        headers[current] += ` ${line.trim().slice(0, HEADER_MAX)}`
      continue
    }
    const [, name] = /^([!-9;-~]{1,100}):/.exec(line) ?? []
    current = name && headers[name.toLowerCase()] === undefined ? name.toLowerCase() : ''
    if (name && current !== '') headers[current] = line.slice(name.length + 1, name.length + 1 + HEADER_MAX).trim()
  }
  return { headers, next: at + 1 }
}

/**
 * Returns the headers of a mail, and the text of all its text parts in their order. Parts of other types are named by
 * their type only. Text that is in no part is returned as it is, so that a mail with text is never empty.
 */
export function readFlat(whole: Uint8Array): FlatMail {
  const raw = Buffer.from(whole.buffer, whole.byteOffset, Math.min(whole.byteLength, FLAT_MAX)).toString('latin1')
  const lines = raw.split(/\r?\n/)
  const { headers, next } = headersAt(lines, 0)
  const boundaries = new Set<string>()
  let part: Record<string, string> = {}
  const begin = (of: Record<string, string>) => {
    part = { type: of['content-type'] ?? 'text/plain', encoding: of['content-transfer-encoding'] ?? '' }
    const boundary = /boundary\s{0,20}=\s{0,20}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(part.type as string)
    if (boundary) boundaries.add((boundary[1] ?? boundary[2] ?? '').trimEnd())
  }
  begin(headers)
  const texts: string[] = []
  let body: string[] = []
  const end = () => {
    const content = body.join('\n')
    body = []
    if (content.trim() === '') return
    texts.push(
      /^\s*(text|multipart|message)\//i.test(part.type ?? '')
        ? decoded(content, part)
        : `[${part.type?.split(';', 1)[0]?.trim().slice(0, 100)}]`,
    )
  }
  for (let at = next; at < lines.length; at++) {
    const line = lines[at] as string
    const mark = line.startsWith('--') ? line.slice(2).trimEnd() : undefined
    if (mark?.endsWith('--') && boundaries.has(mark.slice(0, -2))) {
      end()
      begin({})
    } else if (mark !== undefined && (boundaries.has(mark) || /^content-[a-z-]{1,40}:/i.test(lines[at + 1] ?? ''))) {
      end()
      const inner = headersAt(lines, at + 1)
      begin(inner.headers)
      at = inner.next - 1
    } else body.push(line)
  }
  end()
  const read = texts.join('\n\n').trim()
  for (const name of Object.keys(headers)) headers[name] = words(headers[name] as string)
  return {
    headers,
    // A mail that is all headers is shown as it is.
    text: read === '' ? decoderOf('utf-8').decode(whole.subarray(0, FLAT_MAX)) : read,
  }
}
