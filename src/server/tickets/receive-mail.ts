import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../brand.config.ts'
import { forgetFile } from '../platform/clear-files.ts'
import type { Env } from '../platform/env.ts'
import type { Platform } from '../platform/platform.ts'
import { readAddress } from './mail-address.ts'
import { cleanText } from './mail-text.ts'

/** A mail may have this many bytes, files and all. */
export const MAIL_MAX_BYTES = 25 * 1024 * 1024
/** Headers beyond this are no headers of a mail that a person wrote. */
const HEAD_MAX = 256 * 1024
/** The job that decides about a mail, and what it is told. */
export const TAKE = 'tickets.take-mail'
export type TakeData = { companyId: string; mailId: string }

/** A mail as it is handed in at one of the doors. */
export type Incoming = {
  door: 'smtp' | 'http'
  /** The envelope; empty: the sender of bounces, or not known. */
  from: string
  to: string[]
  body: Readable | ReadableStream<Uint8Array>
}

/** Our address for mails that belong to no ticket yet, at the domain whose mails come in. */
const desks = ({ mailFrom }: Pick<Env, 'mailFrom'>) => {
  const local = (address: string) => (/([^\s<>@]+)@[^\s<>@]+>?\s*$/.exec(address)?.[1] ?? '').toLowerCase()
  return new Set([local(brand.supportEmail), local(mailFrom), 'support'])
}
/** Whether a mail to this address may become a new ticket. */
export function isDesk(env: Pick<Env, 'inbound' | 'mailFrom'>, address: string): boolean {
  const [local = '', at] = address.toLowerCase().split('@')
  return at === env.inbound?.domain && desks(env).has(local.split('+')[0] ?? '')
}
/** Whether mail for this address is taken at all. */
export const isOurs = (env: Pick<Env, 'inbound' | 'mailFrom'>, address: string): boolean =>
  env.inbound !== undefined &&
  (isDesk(env, address) ||
    readAddress(address, env.inbound.domain) !== undefined ||
    (/^(postmaster|abuse)@/i.test(address) && address.toLowerCase().endsWith(`@${env.inbound.domain}`)))

const written = (address: string) => cleanText(address).toLowerCase().slice(0, 320)

/** Looks at the bytes as they pass: Message-ID and content name the mail, whichever servers it came through. */
function fingerprinting(body: Incoming['body']) {
  const source = body instanceof Readable ? body : Readable.fromWeb(body as never)
  const content = createHash('sha256')
  let head = ''
  let inHead = true
  async function* pass() {
    for await (const chunk of source) {
      const bytes = chunk as Buffer
      if (inHead) {
        head += bytes.toString('latin1')
        const end = /\r?\n\r?\n/.exec(head)
        if (end || head.length > HEAD_MAX) {
          inHead = false
          content.update(Buffer.from(head.slice(end ? end.index + end[0].length : 0), 'latin1'))
          head = head.slice(0, end?.index ?? HEAD_MAX)
        }
      } else content.update(bytes)
      yield bytes
    }
  }
  return {
    stream: Readable.from(pass(), { objectMode: false }),
    /** Known when all has passed. */
    print() {
      const id = /^message-id:\s*(<[^>\r\n]{1,500}>)/im.exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? ''
      // Without an id the headers count too: two short mails may well say the same.
      return createHash('sha256')
        .update(`${id || head}\n${content.digest('hex')}`)
        .digest('hex')
    },
  }
}

/**
 * Keeps a mail as it came: its bytes as a file, a row, and the job that decides about it, all before the caller may say
 * that it was taken. The same mail again is the first one. Throws TooLarge, and whatever the database throws: then
 * nothing was kept and whoever brings the mail has to try again.
 */
export async function receiveMail(
  platform: Platform,
  { door, from, to, body }: Incoming,
): Promise<{ id: string } | 'again'> {
  const { db, storage, jobs } = platform
  const id = uuid()
  const { stream, print } = fingerprinting(body)
  const { size } = await storage.put(id, stream, MAIL_MAX_BYTES)
  try {
    const kept = await db.system.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('inbound_mails')
        .values({
          // Whose it is shows when it is read; until then it is the provider's.
          company_id: sql<string>`(select id from companies where is_internal order by created_at, id limit 1)`,
          id,
          fingerprint: print(),
          door,
          envelope_from: written(from),
          recipients: [...new Set(to.map(written))].slice(0, 100),
          size,
        })
        .onConflict((c) => c.column('fingerprint').doNothing())
        .returning('company_id')
        .executeTakeFirst()
      if (!row) return undefined
      await jobs.send<TakeData>(tx, TAKE, { companyId: row.company_id, mailId: id })
      return row
    })
    if (kept) return { id }
  } catch (e) {
    await forgetFile(platform, id)
    throw e
  }
  await forgetFile(platform, id)
  return 'again'
}
