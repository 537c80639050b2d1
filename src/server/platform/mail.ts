import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Address } from 'postal-mime'
import { brand } from '../../../brand.config.ts'
import type { Env } from './env.ts'

/** Something that somebody wrote, told again below what is new. */
export type Earlier = { who: string; at: string; markdown: string }
/**
 * A part of a mail: a paragraph, facts as a list of name and value, the one button of the mail, a line in small print,
 * a text in Markdown, links in a row under a title, or what was said before.
 */
export type Block =
  | string
  | { facts: [name: string, value: string][] }
  | { button: string; href: string }
  | { note: string }
  | { markdown: string }
  | { title: string; links: [label: string, href: string][] }
  | { earlier: Earlier[] }
/** One mail to one person. `id` is the same for every attempt to send it, so that a double can be told. */
export type Mail = {
  id: string
  to: string
  subject: string
  blocks: Block[]
  replyTo?: string
  /** Without the angle brackets; made of `id` when it is not given. */
  messageId?: string
  /** Message-IDs of the thread, oldest first; the last one is what this answers. */
  references?: string[]
  /** Headers besides. */
  headers?: Record<string, string>
  /** The last line of the foot instead of where an answer goes. */
  foot?: string
  /** In whose name it goes, instead of the house's: a partner that writes to its own clients. */
  as?: string
  attachments?: { name: string; type: string; base64: string }[]
}

/** A mail in the outbox, read again. */
export type KeptMail = {
  id: string
  at: string
  from: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
}

/** A header is one line that reads in one direction; whatever else somebody typed into it. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/** The one address that it names, with or without a name before it. Anything that could name a second one is refused. */
function onlyAddress(text: string): { name: string; address: string } {
  const [, name = '', bracketed, bare] =
    /^(?:([^<>]*)<([^<>\s,;:]+@[^<>\s,;:]+)>|([^<>\s,;:]+@[^<>\s,;:]+))$/.exec(oneLine(text)) ?? []
  const address = bracketed ?? bare
  if (!address) throw new Error('A mail goes to one address, and this is none.')
  return { name: name.trim(), address }
}

/** A Message-ID in its brackets; anything that could be a second one, or a header, is taken out of it. */
const identifier = (text: string) => `<${text.replace(/[^\x21-\x7e]|[<>,;]/g, '').slice(0, 500)}>`

/** Text without what no mail may hold: control characters, halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const plain = (text: string) => text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
const cleaned = (blocks: Block[]): Block[] =>
  blocks.map((b) => {
    if (typeof b === 'string') return plain(b)
    if ('facts' in b) return { facts: b.facts.map(([name, value]) => [plain(name), plain(value)]) }
    if ('note' in b) return { note: plain(b.note) }
    if ('markdown' in b) return { markdown: plain(b.markdown) }
    if ('links' in b)
      return { title: plain(b.title), links: b.links.map(([label, href]) => [plain(label), plain(href)]) }
    if ('earlier' in b)
      return { earlier: b.earlier.map((e) => ({ ...e, who: plain(e.who), markdown: plain(e.markdown) })) }
    return { button: plain(b.button), href: plain(b.href) }
  })

/** Who writes and why, and where an answer goes. */
const footOf = (to: string, replyTo: string | undefined, publicUrl: string, last?: string, as?: string) => [
  as
    ? `${as} sends this to ${to} through the portal of ${brand.shortName}.`
    : to === brand.supportEmail
      ? `For the team of ${brand.shortName}, from the portal at ${publicUrl}.`
      : `${brand.longName} sends this to ${to} because of an account or a request with this address.`,
  last
    ? last
    : replyTo && replyTo !== brand.supportEmail
      ? `Your answer goes to ${replyTo}.`
      : `Questions? Write to ${brand.supportEmail}.`,
]

const quoted = (text: string) => text.replace(/^(?=>)/gm, '>').replace(/^(?!>)/gm, '> ')
const whenOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
const blockText = (b: Block): string => {
  if (typeof b === 'string') return b
  if ('facts' in b) return b.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('note' in b) return b.note
  if ('markdown' in b) return b.markdown.trim()
  if ('links' in b) return `${b.title}\n${b.links.map(([label, href]) => `${label}: ${href}`).join('\n')}`
  if ('earlier' in b)
    return b.earlier.map((e) => `${e.who}, ${whenOf(e.at)}:\n${quoted(e.markdown.trim())}`).join('\n\n')
  return `${b.button}:\n${b.href}`
}
const textOf = (blocks: Block[], foot: string[]) => [...blocks.map(blockText), `-- \n${foot.join('\n')}`].join('\n\n')

/** How long a mail server may take to be there, to greet, and to answer (milliseconds). The job tries again later. */
export type Patience = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
const PATIENCE: Patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Sends mail over SMTP_URL; without one it is kept as .eml files in DATA_DIR/outbox. Rejects when the server does not
 * take it: the job that sends it tries again, with the same Message-ID.
 */
export function mailer(
  { mode, smtpUrl, mailFrom, publicUrl, dataDir }: Pick<Env, 'mode' | 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  patience = PATIENCE,
) {
  const outbox = path.join(dataDir, 'outbox')
  const smtp = smtpUrl ? createTransport({ url: smtpUrl, ...patience }) : undefined
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  const named = (a: Address | undefined) =>
    a?.name && a.address ? `${a.name} <${a.address}>` : (a?.address ?? a?.name ?? '')
  // Whoever reads the outbox of a real installation must not get into other people's accounts by it. The file itself
  // has the link: for who may read the server's disk.
  const shown = (text: string) => (mode === 'serve' ? text.replace(/token=[\w-]+/g, 'token=…') : text)
  async function read(id: string): Promise<KeptMail | undefined> {
    if (!/^[0-9a-f]{32}$/.test(id)) return undefined
    const file = path.join(outbox, `${id}.eml`)
    const bytes = await readFile(file).catch(() => undefined)
    if (!bytes) return undefined
    const [mail, { mtime }] = await Promise.all([PostalMime.parse(bytes), stat(file)])
    return {
      id,
      at: mtime.toISOString(),
      from: named(mail.from),
      to: (mail.to ?? []).map(named).join(', '),
      replyTo: named(mail.replyTo?.[0]) || null,
      subject: mail.subject ?? '',
      text: shown(mail.text ?? ''),
      html: shown(mail.html ?? ''),
      headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    }
  }

  return {
    async send(mail: Mail): Promise<void> {
      const { id, to, subject, blocks, replyTo, messageId, references, headers, foot: last, attachments } = mail
      // The template and what it stands on cost a fifth of a second to load: not before there is a mail.
      const { mailHtml } = await import('./mail-template.ts')
      const recipient = onlyAddress(to)
      const answers = replyTo === undefined ? undefined : onlyAddress(replyTo)
      const title = oneLine(subject)
      const said = cleaned(blocks)
      const as = mail.as === undefined ? undefined : oneLine(mail.as)
      const foot = footOf(recipient.address, answers?.address, publicUrl, last, as)
      const message: SendMailOptions = {
        from:
          as === undefined
            ? mailFrom
            : { name: `${as} via ${brand.shortName}`, address: onlyAddress(mailFrom).address },
        to: recipient,
        subject: title,
        text: textOf(said, foot),
        html: await mailHtml({
          heading: title.replace(` · ${brand.shortName}`, ''),
          blocks: said,
          foot,
          publicUrl,
          ...(as ? { name: as } : {}),
        }),
        messageId: messageId
          ? identifier(messageId)
          : `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`,
        ...(references?.length
          ? { references: references.map(identifier).join(' '), inReplyTo: identifier(references.at(-1) as string) }
          : {}),
        ...(answers ? { replyTo: answers } : {}),
        ...(attachments
          ? {
              attachments: attachments.map(({ name, type, base64 }) => ({
                filename: oneLine(name),
                contentType: type,
                content: Buffer.from(base64, 'base64'),
              })),
            }
          : {}),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, oneLine(value)])),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      if (smtp) {
        await smtp.sendMail(message)
        return
      }
      const { message: bytes } = await composer.sendMail(message)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      // The same mail twice is one file.
      const file = path.join(outbox, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.eml`)
      await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    /** What is kept, newest first, at most 200; undefined when mails are sent. */
    async kept(): Promise<KeptMail[] | undefined> {
      if (smtp) return undefined
      const names = (await readdir(outbox).catch(() => [])).filter((f) => f.endsWith('.eml'))
      const aged = await Promise.all(
        names.map(async (name) => ({ name, at: (await stat(path.join(outbox, name))).mtimeMs })),
      )
      const newest = aged.toSorted((a, b) => b.at - a.at).slice(0, 200)
      return Promise.all(newest.map(({ name }) => read(name.slice(0, -4)) as Promise<KeptMail>))
    },
    /** One kept mail; undefined when there is none of that id. */
    read: (id: string): Promise<KeptMail | undefined> => (smtp ? Promise.resolve(undefined) : read(id)),
    close: () => smtp?.close(),
  }
}
export type Mailer = ReturnType<typeof mailer>
