// Parses the bytes of a mail. Blocks its thread while it works, so use it through read-mail.ts, which runs it in a
// separate process.
import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime'
import { betterPart, pictureNames } from './better-part.ts'
import { readFlat } from './flat-mail.ts'
import { asUtf8 } from './mail-charset.ts'
import { HTML_MAX, strippedHtml, withoutEmbedded } from './mail-html.ts'
import { cleanText, type Split, TEXT_MAX } from './mail-text.ts'
import { FILES_MAX, type Reading, type ReadMail, type Reported } from './read-mail.ts'

/** Maximum length of a message, less what is added below it. */
const BODY_MAX = 40_000
/** Maximum length of the whole text that is kept beside a message. */
const LONG_MAX = 2_000_000
/** Maximum length of the folded text. */
const FOLDED_MAX = 40_000
const bytesOf = (a: Attachment): Uint8Array =>
  typeof a.content === 'string' ? new TextEncoder().encode(a.content) : new Uint8Array(a.content as ArrayBuffer)
const textIn = (a: Attachment | undefined) => (a ? new TextDecoder().decode(bytesOf(a).subarray(0, 100_000)) : '')
/**
 * Returns the author. Returns undefined if the mail could have two, since a server that authenticated the sender may
 * have checked the other one.
 */
function writerIn(values: string[] | undefined): Address | undefined {
  const [value = '', second] = values ?? []
  const all = addressParser(value)
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '')
  if (second !== undefined || unquoted.split('<').length > 2) return undefined
  // Devices write `Last, First <address>` without quotation marks: parts without an address belong to the name.
  const writer = all.at(-1)
  if (!writer?.address || all.slice(0, -1).some((a) => a.group || a.address?.includes('@'))) return undefined
  const names = all.map((a, i) => (i === all.length - 1 ? a.name : a.name || a.address))
  return { ...writer, name: names.filter(Boolean).join(', ') } as Address
}
const ids = (text: string | undefined) =>
  text
    // The nearest mails come last.
    ?.slice(-20_000)
    .match(/<[\x21-\x3b\x3d\x3f-\x7e]{1,500}>/g)
    ?.map((i) => i.slice(1, -1)) ?? []

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'message/rfc822': 'eml',
}

/** Returns the recipients of a delivery report (RFC 3464); undefined if the mail is not a report. */
function reported(mail: Email): Reported | undefined {
  const status = mail.attachments.find((a) => a.mimeType === 'message/delivery-status')
  const receipt = mail.attachments.some((a) => /^message\/(disposition-notification|feedback-report)$/.test(a.mimeType))
  if (!status && !receipt) return undefined
  const original = mail.attachments.find((a) =>
    /^(message\/rfc822|text\/rfc822-headers|message\/rfc822-headers)$/.test(a.mimeType),
  )
  const [originalId] = ids(
    /^message-id:[ \t]*(<[^<>\n]{1,500}>)/im.exec(textIn(original).replace(/\r?\n[ \t]+/g, ' '))?.[1],
  )
  const recipients = textIn(status)
    .replace(/\r/g, '')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
    .slice(0, 50)
    .flatMap((group) => {
      const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(group)?.[1]?.trim() ?? ''
      const address = (field('final-recipient') || field('original-recipient'))
        .replace(/^[^;]*;\s*/, '')
        .replace(/^<|>$/g, '')
      if (!address) return []
      return [
        {
          address: cleanText(address).toLowerCase().slice(0, 320),
          action: field('action').toLowerCase().slice(0, 20),
          status: cleanText(field('status')).slice(0, 20),
          detail: cleanText(field('diagnostic-code').replace(/^[^;]*;\s*/, '')).slice(0, 500),
        },
      ]
    })
  return { recipients, originalId }
}

function filesOf(mail: Email): Pick<ReadMail, 'files' | 'left'> {
  const files: ReadMail['files'] = []
  const left: ReadMail['left'] = []
  mail.attachments.forEach((a, i) => {
    const name =
      a.filename?.slice(0, 300) ||
      `${a.mimeType.startsWith('image/') ? 'image' : 'attachment'}-${i + 1}.${EXTENSIONS[a.mimeType] ?? 'bin'}`
    const bytes = bytesOf(a)
    // Leave out signatures, which mean nothing to a reader.
    if (/^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature)$/.test(a.mimeType)) return
    if (bytes.length === 0) {
      if (a.filename) left.push({ name, why: 'the file is empty' })
    } else if (a.mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name))
      left.push({ name, why: 'Outlook’s own format; resend the email as HTML or plain text' })
    else if (files.length >= FILES_MAX) left.push({ name, why: `more than ${FILES_MAX} files` })
    else files.push({ name, bytes })
  })
  return {
    files,
    left: left.length > 10 ? [...left.slice(0, 10), { name: `${left.length - 10} more`, why: 'too many' }] : left,
  }
}

/** Removes secrets that our mail gave to one person: reply addresses, and links that act in their name. */
const withoutKeys = (text: string) =>
  text
    .replace(/\b(reply|note)\+[0-9a-f]{32}\.[0-9a-f]{24}@/gi, '$1@')
    .replace(/\/(unsubscribe|mail-consent)\/[\w.-]+/g, '/$1/…')
    .replace(/([?&]token=)[\w.-]+/g, '$1…')

/** Bytes of a mail that are read if reading all of it takes too long. */
const BEGINNING = 256 * 1024

const subjectOf = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim().slice(0, 500).toWellFormed()
const senderOf = (from: Address | undefined): ReadMail['from'] =>
  from?.address
    ? { address: cleanText(from.address).toLowerCase().slice(0, 320), name: cleanText(from.name ?? '').slice(0, 200) }
    : undefined
const limited = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}\n\n…` : text

/** Returns a split as it is stored: of limited length, and without what acts in the name of a person. */
const shown = (split: Split): Split => ({
  ...split,
  newText: limited(withoutKeys(split.newText), BODY_MAX),
  folded: limited(withoutKeys(split.folded), FOLDED_MAX),
})
const textsOf = (first: Split, answer: Split) => {
  const { newText, folded, format } = answer
  return { first, answer, newText, folded, format }
}

/** Reads a mail without its structure. All of its text counts as new. */
function parseFlat(bytes: Uint8Array): ReadMail {
  const { headers, text: all } = readFlat(bytes)
  const text = cleanText(all.slice(0, TEXT_MAX)).trim()
  const newText = withoutKeys(text)
  const split = shown({ newText, folded: '', between: false, format: 'plain' })
  const values: ReadMail['headers'] = Object.create(null)
  for (const [name, value] of Object.entries(headers).slice(0, 200)) values[name] = [cleanText(value)]
  return {
    headers: values,
    from: senderOf(writerIn(values.from)),
    to: addressParser(`${headers.to ?? ''}, ${headers.cc ?? ''}`)
      .flatMap((a) => (a.address ? [cleanText(a.address).toLowerCase()] : []))
      .slice(0, 100),
    subject: subjectOf(headers.subject ?? ''),
    messageId: ids(headers['message-id'])[0],
    references: [],
    text,
    ...textsOf(split, split),
    cut: true,
    long: all.length > BODY_MAX ? withoutKeys(cleanText(all.slice(0, LONG_MAX)).trim()) : undefined,
    report: undefined,
    files: [],
    left: [{ name: 'files', why: 'the email couldn’t be read in full' }],
  }
}

type Decoder = { update(line: Uint8Array): void; finalize(): Promise<ArrayBuffer> }

/** Collects the lines of a part in one buffer. The parser’s own decoder takes about a kilobyte of memory per line. */
function lineCollector(): Decoder {
  let bytes = new Uint8Array(4096)
  let length = 0
  return {
    update(line) {
      if (length + line.length + 1 > bytes.length) {
        const larger = new Uint8Array(2 * (length + line.length + 1))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(line, length)
      length += line.length
      bytes[length++] = 0x0a
    },
    finalize: async () => bytes.slice(0, length).buffer,
  }
}

/** The parts of the parser that its types leave out. */
type Part = {
  contentDecoder: (Decoder & { chunks?: unknown[] }) | null
  state: string
  content: ArrayBuffer | null
  contentType: { parsed: { params: Record<string, string> } }
}
type Inside = {
  currentNode: Part
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  isInlineTextNode(part: Part): boolean
  collectNode(part: Part, ...more: unknown[]): Promise<void>
}

/** Returns a parser that takes memory for bytes, not for lines, and that does not trust the labels of text parts. */
function makeParser(): PostalMime {
  const parser = new PostalMime({ maxNestingDepth: 40, maxHeadersSize: 1_048_576, forceRfc822Attachments: true })
  const inside = parser as unknown as Inside
  const processLine = inside.processLine.bind(parser)
  inside.processLine = (line, isFinal) => {
    const { currentNode: node } = inside
    if (node?.contentDecoder?.constructor.name === 'PassThroughDecoder' && node.contentDecoder.chunks?.length === 0)
      node.contentDecoder = lineCollector()
    // Some programs write headers without encoding them.
    return processLine(node?.state === 'header' ? asUtf8(line) : line, isFinal)
  }
  const collectNode = inside.collectNode.bind(parser)
  inside.collectNode = (part, ...more) => {
    if (part.content && inside.isInlineTextNode(part)) {
      const { params } = part.contentType.parsed
      part.content = asUtf8(new Uint8Array(part.content), params.charset).buffer as ArrayBuffer
      params.charset = 'utf-8'
    }
    return collectNode(part, ...more)
  }
  return parser
}

/**
 * Returns the parsed mail. Throws for one with more nesting or headers than any normal mail has, unless `how` is
 * `flat`. `beginning` reads only the text at the beginning, without converting HTML and without files. `flat` reads the
 * text without the structure of its parts.
 */
export async function parseMail(bytesOfMail: Uint8Array, how: Reading = 'whole'): Promise<ReadMail> {
  if (how === 'flat') return parseFlat(bytesOfMail)
  const beginning = how === 'beginning'
  const bytes = beginning ? bytesOfMail.subarray(0, BEGINNING) : bytesOfMail
  const mail = await makeParser().parse(bytes)
  const headers: ReadMail['headers'] = Object.create(null)
  for (const { key, value } of mail.headers.slice(0, 2_000)) {
    const all = (headers[key] ??= [])
    if (all.length < 100) all.push(cleanText(value.slice(0, 4_000)))
  }
  const from = writerIn(headers.from)
  const subject = subjectOf(mail.subject ?? '')
  const written = pictureNames(cleanText((mail.text ?? '').slice(0, TEXT_MAX)).trimEnd()).replace(/^(?:[ \t]*\n)+/, '')
  const html = beginning ? '' : (mail.html ?? '')
  // When only the beginning is read, little time is left: remove the tags instead of converting the HTML.
  const stripped = beginning && written === '' && mail.html ? strippedHtml(mail.html).slice(0, TEXT_MAX) : ''
  const part = betterPart(written || stripped, html, subject)
  const [first, answer] = [shown(part.first), shown(part.answer)]
  const isLong = [part.first, part.answer].some((s) => s.newText.length > BODY_MAX || s.folded.length > FOLDED_MAX)
  const whole = part.isHtml ? part.text : (mail.text ?? '')
  return {
    headers,
    from: senderOf(from),
    to: [...(mail.to ?? []), ...(mail.cc ?? [])]
      .flatMap((a) => (a.address ? [a.address] : (a.group ?? []).map((g) => g.address)))
      .concat(mail.deliveredTo ? [mail.deliveredTo] : [])
      .concat((headers['x-original-to'] ?? []).map((v) => v.trim()))
      .slice(0, 100)
      .map((a) => cleanText(a).toLowerCase()),
    subject,
    messageId: ids(mail.messageId)[0],
    references: [...ids(mail.inReplyTo), ...ids(mail.references).reverse()].slice(0, 60),
    text: part.text.slice(0, TEXT_MAX),
    ...textsOf(first, answer),
    cut: beginning || (part.isHtml && withoutEmbedded(html).length > HTML_MAX) || whole.length > LONG_MAX,
    long: isLong || whole.length > TEXT_MAX ? withoutKeys(cleanText(whole.slice(0, LONG_MAX)).trim()) : undefined,
    report: reported(mail),
    ...(beginning ? { files: [], left: [{ name: 'files', why: 'the email takes too long to read' }] } : filesOf(mail)),
  }
}
