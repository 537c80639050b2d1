// Decodes the bytes of a text part, whose label is often missing or wrong. Pure functions.
import { isAscii, isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Bytes that are examined to detect an encoding. */
const EXAMINED = 64 * 1024
const UNREADABLE = /\ufffd/g

/** Returns the encoding that the first bytes name: a byte order mark. */
function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16be' | 'utf-16le' | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return undefined
}

/** Converts ISO-2022-KR (RFC 1557) to EUC-KR: between SO and SI, the high bit is missing. */
function fromIso2022Kr(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let korean = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === 0x0e || byte === 0x0f) korean = byte === 0x0e
    // The designator `ESC $ ) C` is not text.
    else if (byte === 0x1b && bytes[i + 1] === 0x24 && bytes[i + 2] === 0x29 && bytes[i + 3] === 0x43) i += 3
    else out[length++] = korean && byte > 0x20 ? byte | 0x80 : byte
  }
  return new TextDecoder('euc-kr').decode(out.subarray(0, length))
}

/** Converts HZ (RFC 1843) to GB 2312: between `~{` and `~}`, the high bit is missing. */
function fromHz(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length)
  let length = 0
  let chinese = false
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    const next = bytes[i + 1]
    if (byte !== 0x7e || (chinese && next !== 0x7d)) out[length++] = chinese && byte > 0x20 ? byte | 0x80 : byte
    else {
      if (next === 0x7b || next === 0x7d) chinese = next === 0x7b
      else if (next === 0x7e) out[length++] = byte
      else if (next !== 0x0a) {
        out[length++] = byte
        continue
      }
      i++
    }
  }
  return new TextDecoder('gb18030').decode(out.subarray(0, length))
}

const OTHER_NAMES: Record<string, string> = { 'hz-gb-2312': 'hz', 'hz-gb2312': 'hz', 'unicode-1-1-utf-7': 'utf-7' }
const normalized = (label: string) => {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, '')
  return OTHER_NAMES[name] ?? name
}

/** Decodes with the named encoding. Returns undefined for a name that is not known. */
function decodeAs(bytes: Uint8Array, name: string): string | undefined {
  if (name === 'iso-2022-kr') return fromIso2022Kr(bytes)
  if (name === 'hz') return fromHz(bytes)
  try {
    // Try TextDecoder first: it knows more names, and decodes as browsers do.
    const decoder = new TextDecoder(name)
    if (decoder.encoding !== 'replacement') return decoder.decode(bytes)
  } catch {
    // TextDecoder does not know this name.
  }
  return iconv.encodingExists(name) ? iconv.decode(Buffer.from(bytes), name) : undefined
}

/** Returns the encoding of 7-bit text that switches between character sets with escape sequences (ISO 2022). */
function escapedEncoding(bytes: Uint8Array): string | undefined {
  const { buffer, byteOffset, length } = bytes
  const all = Buffer.from(buffer, byteOffset, length)
  if (!all.includes(0x1b)) return undefined
  if (all.includes('\x1b$)C')) return 'iso-2022-kr'
  return ['$@', '$B', '$(', '(I', '(J'].some((set) => all.includes(`\x1b${set}`)) ? 'iso-2022-jp' : undefined
}

const unreadable = (text: string) => text.match(UNREADABLE)?.length ?? 0

/** Encodings of languages that are written in Latin letters. */
const LATIN = /^(iso-8859-[129]|windows-125[024])$/i

/**
 * Returns the most probable reading of bytes that are not UTF-8 and whose label is missing or wrong. A short text tells
 * the detector little. But in Latin letters most bytes are ASCII, and in other scripts most are not.
 */
function detected(bytes: Uint8Array): string {
  const examined = bytes.subarray(0, EXAMINED)
  const beyondAscii = examined.reduce((n, byte) => n + (byte > 0x7f ? 1 : 0), 0)
  const latin = beyondAscii < 0.5 * examined.reduce((n, byte) => n + (byte > 0x20 ? 1 : 0), 0)
  for (const { name } of analyse(examined)) {
    const text = LATIN.test(name) === latin ? decodeAs(bytes, normalized(name)) : undefined
    if (text !== undefined && unreadable(text) === 0) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

const WIDE = /^(?:utf-?|ucs-?)(16|2|32|4)(le|be)?$/
/** Decodes UTF-16 or UTF-32 without a byte order mark. Returns undefined when the bytes can't be that. */
function decodeWide(bytes: Uint8Array, label: string): string | undefined {
  const [, size, order] = WIDE.exec(label) ?? []
  if (size === undefined) return undefined
  const zeros = [0, 0]
  for (let i = 0; i < Math.min(bytes.length, EXAMINED); i++) if (bytes[i] === 0) (zeros[i % 2] as number)++
  const [even = 0, odd = 0] = zeros
  // Every line end has a zero. Text without any has a wrong label.
  if (even + odd === 0) return undefined
  // `utf-16` is the order of network bytes (RFC 2781), unless the zeros say otherwise.
  const end = order ?? (odd > even ? 'le' : 'be')
  return decodeAs(bytes, `utf-${size === '32' || size === '4' ? '32' : '16'}${end}`)
}

/** Encodings in which bytes beyond ASCII come in pairs or more, so that few texts are valid UTF-8 by chance. */
const MULTIBYTE = /^(shift|sjis|x-sjis|ms932|windows-(31j|949)|euc|gb|hz$|big5|ks_c|cp9[345]\d)/
/** Encodings that write all characters with bytes of ASCII. */
const SEVEN_BIT = /^(utf-7|hz|iso-2022-)/

const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/**
 * Returns the text of bytes, decoded by the first of these that applies: a byte order mark; UTF-16 or UTF-32 as
 * labeled; for ASCII, a 7-bit encoding that is labeled or shown by escape sequences of ISO 2022; UTF-8 if the bytes are
 * valid, unless the label is an encoding with several bytes per character; the label, if every character is readable
 * with it; UTF-8 with a few broken characters; and else the encoding that is detected.
 */
export function decodeText(bytes: Uint8Array, charset = ''): string {
  const mark = byteOrderMark(bytes)
  if (mark) return new TextDecoder(mark).decode(bytes)
  const label = normalized(charset)
  const wide = decodeWide(bytes, label)
  if (wide !== undefined) return wide
  if (isAscii(bytes)) {
    const name = SEVEN_BIT.test(label) ? label : escapedEncoding(bytes)
    const text = name === undefined ? undefined : decodeAs(bytes, name)
    return text !== undefined && unreadable(text) === 0 ? text : utf8(bytes)
  }
  const valid = isUtf8(bytes)
  if (valid && !MULTIBYTE.test(label)) return utf8(bytes)
  const known = label === '' || WIDE.test(label) || /ascii/.test(label) ? undefined : decodeAs(bytes, label)
  if (known !== undefined && unreadable(known) === 0) return known
  const lenient = utf8(bytes)
  // A few broken characters in a text that is UTF-8 otherwise.
  const mostly = unreadable(lenient) * 4 < (lenient.match(/[\u0080-\ufffc]/g)?.length ?? 0)
  return valid || mostly ? lenient : detected(bytes)
}

/** Returns the text of bytes as UTF-8: the same bytes if they already are. */
export const asUtf8 = (bytes: Uint8Array, charset = ''): Uint8Array =>
  !byteOrderMark(bytes) && isUtf8(bytes) && /^(utf-?8|us-ascii|)$/.test(normalized(charset)) && !escapedEncoding(bytes)
    ? bytes
    : new TextEncoder().encode(decodeText(bytes, charset))
