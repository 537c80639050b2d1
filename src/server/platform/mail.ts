import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime, { type Address } from 'postal-mime'
import { brand } from '../../../brand.config.ts'
import type { Env } from './env.ts'
import { escapeHtml } from './html.ts'

/** A part of a mail: a paragraph, facts as a list of name and value, or the one button of the mail. */
export type Block = string | { facts: [name: string, value: string][] } | { button: string; href: string }
/** One mail to one person. `id` is the same for every attempt to send it, so that a double can be told. */
export type Mail = { id: string; to: string; subject: string; blocks: Block[]; replyTo?: string }

/** A mail in the outbox, read again. */
export type KeptMail = {
  id: string
  at: string
  from: string
  to: string
  replyTo: string | null
  subject: string
  text: string
}

/** A header is one line; whatever else somebody typed into it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()

const foot = `${brand.shortName} · ${brand.supportEmail}`
const textOf = (blocks: Block[]) =>
  [
    ...blocks.map((b) => {
      if (typeof b === 'string') return b
      return 'facts' in b ? b.facts.map(([name, value]) => `${name}: ${value}`).join('\n') : `${b.button}:\n${b.href}`
    }),
    `-- \n${foot}`,
  ].join('\n\n')
const htmlOf = (blocks: Block[]) => {
  const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const parts = blocks.map((b) =>
    typeof b === 'string'
      ? `<p style="margin:0 0 16px">${lines(b)}</p>`
      : 'href' in b
        ? `<p style="margin:0 0 16px"><a href="${escapeHtml(b.href)}">${escapeHtml(b.button)}</a></p>`
        : `<table style="margin:0 0 16px;border-collapse:collapse">${b.facts.map(([n, v]) => `<tr><td style="padding:2px 16px 2px 0;color:#5b6673;vertical-align:top">${escapeHtml(n)}</td><td>${lines(v)}</td></tr>`).join('')}</table>`,
  )
  return `<!doctype html><html lang="en"><body style="margin:0;background:#f4f6f8"><div style="max-width:560px;margin:0 auto;padding:32px 24px;font:15px/1.55 system-ui,sans-serif;color:#10141a">${parts.join('')}<p style="margin:24px 0 0;color:#5b6673;font-size:13px">${escapeHtml(foot)}</p></div></body></html>`
}

/**
 * Sends mail over SMTP_URL; without one it is kept as .eml files in DATA_DIR/outbox. Rejects when the server does not
 * take it: the job that sends it tries again, with the same Message-ID.
 */
export function mailer({
  smtpUrl,
  mailFrom,
  publicUrl,
  dataDir,
}: Pick<Env, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>) {
  const outbox = path.join(dataDir, 'outbox')
  const smtp = smtpUrl ? createTransport(smtpUrl, { from: mailFrom }) : undefined
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  const named = (a: Address | undefined) => (a ? [a.name, a.address && `<${a.address}>`].filter(Boolean).join(' ') : '')
  async function read(id: string): Promise<KeptMail | undefined> {
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
      text: mail.text ?? '',
    }
  }

  return {
    async send({ id, to, subject, blocks, replyTo }: Mail): Promise<void> {
      const message: SendMailOptions = {
        from: mailFrom,
        to: oneLine(to),
        subject: oneLine(subject),
        text: textOf(blocks),
        html: htmlOf(blocks),
        messageId: `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${new URL(publicUrl).hostname}>`,
        ...(replyTo ? { replyTo: oneLine(replyTo) } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
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
