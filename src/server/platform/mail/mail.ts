import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Address } from 'postal-mime'
import { brand } from '../../../../brand.config.ts'
import type { Env } from '../env.ts'
import { type Attempt, LimitExceeded } from '../jobs/limit-exceeded.ts'
import type { Log } from '../observability/log.ts'
import type { Block } from './mail-blocks.ts'
import { type Limits, plainMail, renderMail } from './mail-render.ts'
import { formatMailTime } from './mail-time.ts'

/** One mail to one person. `id` is the same for every attempt to send it, so that duplicates can be detected. */
export type Mail = {
  id: string
  to: string
  /**
   * Why it may go to an address without an account: it is about the person's own account or request, it is an
   * invitation, or it asks for consent. Without a basis, such an address must have agreed to mail from the company
   * (`whyNotMailed`).
   */
  basis?: 'own-request' | 'invitation' | 'question'
  subject: string
  blocks: Block[]
  replyTo?: string
  /** Without the angle brackets. Default: derived from `id`. */
  messageId?: string
  /** Message-IDs of the thread, oldest first. This mail answers the last one. */
  references?: string[]
  /** Additional headers. */
  headers?: Record<string, string>
  /** Replaces the last line of the footer, which says where a reply goes. */
  foot?: string
  /** The sender's name instead of the provider's: a partner that writes to its own clients. */
  as?: string
  attachments?: { name: string; type: string; base64: string }[]
}

/** A saved mail of the outbox. */
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

/** A saved mail in the list of the outbox. */
export type KeptSummary = Pick<KeptMail, 'id' | 'to' | 'subject' | 'at'>
/** A summary with the state of the file that it was read from. */
type KeptState = { state: string; summary: KeptSummary }

/** Returns a header value on one line, without control characters and characters that change the direction. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/**
 * Returns the single address in a text, with its name if there is one. Throws for anything that could be a second one.
 */
function onlyAddress(text: string): { name: string; address: string } {
  const [, name = '', bracketed, bare] =
    /^(?:([^<>]*)<([^<>\s,;:]+@[^<>\s,;:]+)>|([^<>\s,;:]+@[^<>\s,;:]+))$/.exec(oneLine(text)) ?? []
  const address = bracketed ?? bare
  if (!address) throw new Error('An email needs exactly one valid address.')
  return { name: name.trim(), address }
}

/** Returns a Message-ID in brackets. Removes anything that could start a second id or another header. */
const identifier = (text: string) => `<${text.replace(/[^\x21-\x7e]|[<>,;]/g, '').slice(0, 500)}>`

/**
 * Returns a text in which mail programs do not turn addresses into links, while people can still read them:
 * `https://x.example/a` becomes `x[.]example/a`.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/+/gi, '')
    .replace(/\b(mailto|tel|sms|javascript|data):/gi, '$1 ')
    .replace(/(?<=[\p{L}\p{N}_-])[.．。｡](?=[\p{L}\p{N}_-]*[\p{L}_-])/gu, '[.]')
    .replace(/@(?=[\p{L}\p{N}])/gu, '[at]')

/** Removes what a mail must not contain: control characters and unpaired surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
const plain = (text: string) => text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
const cleaned = (blocks: Block[]): Block[] =>
  blocks.map((b) => {
    if (typeof b === 'string') return plain(b)
    if ('facts' in b) return { facts: b.facts.map(([name, value]) => [plain(name), plain(value)]) }
    if ('note' in b) return { note: plain(b.note) }
    if ('markdown' in b) return { markdown: plain(b.markdown) }
    if ('written' in b) return { written: plain(b.written) }
    if ('quoted' in b) return { quoted: withoutLinks(plain(b.quoted)) }
    if ('links' in b)
      return { title: plain(b.title), links: b.links.map(([label, href]) => [plain(label), plain(href)]) }
    if ('earlier' in b)
      return {
        earlier: b.earlier.map((e) => ({
          ...e,
          who: e.asTyped ? withoutLinks(plain(e.who)) : plain(e.who),
          markdown: e.asTyped ? withoutLinks(plain(e.markdown)) : plain(e.markdown),
        })),
      }
    return { button: plain(b.button), href: plain(b.href) }
  })

/** Returns the lines of the footer: who sends the mail and why, and where a reply goes. */
const footOf = (to: string, replyTo: string | undefined, publicUrl: string, last?: string, as?: string) => [
  as
    ? `${as} sent this email to ${to} through the ${brand.shortName} portal.`
    : to === brand.supportEmail
      ? `For the ${brand.shortName} team, from the portal at ${publicUrl}.`
      : `${brand.longName} sent this email to ${to} because this address is used for an account or a request.`,
  last
    ? last
    : replyTo && replyTo !== brand.supportEmail
      ? `Replies go to ${replyTo}.`
      : `Questions? Email ${brand.supportEmail}.`,
]

const quoted = (text: string) => text.replace(/^(?=>)/gm, '>').replace(/^(?!>)/gm, '> ')
const blockText = (b: Block): string => {
  if (typeof b === 'string') return b
  if ('facts' in b) return b.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  if ('note' in b) return b.note
  if ('markdown' in b) return b.markdown.trim()
  if ('written' in b) return b.written.trim()
  if ('quoted' in b) return quoted(b.quoted.trim())
  if ('links' in b) return `${b.title}\n${b.links.map(([label, href]) => `${label}: ${href}`).join('\n')}`
  if ('earlier' in b)
    return b.earlier.map((e) => `${e.who}, ${formatMailTime(e.at)}:\n${quoted(e.markdown.trim())}`).join('\n\n')
  return `${b.button}:\n${b.href}`
}
const textOf = (blocks: Block[], foot: string[]) => [...blocks.map(blockText), `-- \n${foot.join('\n')}`].join('\n\n')

/** Time limits for a mail server to connect, to greet and to answer, in milliseconds. The job tries again later. */
export type MailTimeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
const MAIL_TIMEOUTS: MailTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Returns a mailer that sends over SMTP_URL. Without it, mails are saved as .eml files in DATA_DIR/outbox. `send`
 * rejects when the server does not accept a mail: the job then tries again with the same Message-ID. It rejects with
 * LimitExceeded when a mail takes too much time or memory to render. In its last attempt it first sends the whole mail
 * as plain text.
 */
export function createMailer(
  { mode, smtpUrl, mailFrom, publicUrl, dataDir }: Pick<Env, 'mode' | 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>,
  patience = MAIL_TIMEOUTS,
  log?: Pick<Log, 'warn'>,
  limits: Limits = {},
) {
  const outbox = path.join(dataDir, 'outbox')
  const smtp = smtpUrl ? createTransport({ url: smtpUrl, ...patience }) : undefined
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  const named = (a: Address | undefined) =>
    a?.name && a.address ? `${a.name} <${a.address}>` : (a?.address ?? a?.name ?? '')
  // Readers of the outbox must not get access to other people's accounts in production. Only the file itself has the
  // full link, for people with access to the server's disk.
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

  // Cache summaries, since parsing 200 mails takes a second and an open page loads the list repeatedly.
  let summarized = new Map<string, KeptState>()

  async function save(id: string, message: SendMailOptions): Promise<void> {
    const { message: bytes } = await composer.sendMail(message)
    await mkdir(outbox, { recursive: true, mode: 0o700 })
    // The same mail sent again replaces its file.
    const file = path.join(outbox, `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.eml`)
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }

  return {
    async send(mail: Mail, { last }: Attempt = { last: true }): Promise<void> {
      const { id, to, subject, blocks, replyTo, messageId, references, headers, attachments } = mail
      const recipient = onlyAddress(to)
      const answers = replyTo === undefined ? undefined : onlyAddress(replyTo)
      const title = oneLine(subject)
      const shown = cleaned(blocks)
      const as = mail.as === undefined ? undefined : oneLine(mail.as)
      const foot = footOf(recipient.address, answers?.address, publicUrl, mail.foot, as)
      const text = textOf(shown, foot)
      const heading = title.replace(` · ${brand.shortName}`, '')
      let html: string
      let exceeded: LimitExceeded | undefined
      try {
        html = await renderMail({ heading, blocks: shown, foot, publicUrl, ...(as ? { name: as } : {}) }, limits)
      } catch (e) {
        if (e instanceof LimitExceeded) {
          if (!last) throw e
          exceeded = new LimitExceeded(`${e.message} The email “${title.slice(0, 100)}” was sent as plain text.`)
        } else log?.warn({ err: e }, 'an email could not be rendered and is sent as plain text')
        html = plainMail(heading, text)
      }
      const message: SendMailOptions = {
        from:
          as === undefined
            ? mailFrom
            : { name: `${as} via ${brand.shortName}`, address: onlyAddress(mailFrom).address },
        to: recipient,
        subject: title,
        text,
        html,
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
      if (smtp) await smtp.sendMail(message)
      else await save(id, message)
      if (exceeded) throw exceeded
    },
    /** Returns the saved mails, newest first, at most 200; undefined when mails are sent over SMTP. */
    async kept(): Promise<KeptSummary[] | undefined> {
      if (smtp) return undefined
      const names = (await readdir(outbox).catch(() => [])).filter((f) => f.endsWith('.eml'))
      const files = await Promise.all(
        names.map(async (name) => {
          const { mtimeMs, ino, size } = await stat(path.join(outbox, name))
          return { id: name.slice(0, -4), at: mtimeMs, state: `${ino} ${mtimeMs} ${size}` }
        }),
      )
      const newest = files.toSorted((a, b) => b.at - a.at).slice(0, 200)
      const summaries = newest.map(async ({ id, state }): Promise<readonly [string, KeptState]> => {
        const known = summarized.get(id)
        if (known?.state === state) return [id, known]
        const { to, subject, at } = (await read(id)) as KeptMail
        return [id, { state, summary: { id, to, subject, at } }]
      })
      summarized = new Map(await Promise.all(summaries))
      const items = [...summarized.values()].map(({ summary }) => summary)
      return items
    },
    /** Returns one saved mail; undefined when it does not exist. */
    read: (id: string): Promise<KeptMail | undefined> => (smtp ? Promise.resolve(undefined) : read(id)),
    close: () => smtp?.close(),
  }
}
export type Mailer = ReturnType<typeof createMailer>
