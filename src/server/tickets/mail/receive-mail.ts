import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { brand } from '../../../../brand.config.ts'
import type { Env } from '../../platform/env.ts'
import { forgetFile } from '../../platform/files/clear-files.ts'
import { cleanText } from '../../platform/mail/mail-text.ts'
import type { Platform } from '../../platform/platform.ts'
import { readAddress } from './mail-address.ts'
import { userAt } from './place-mail.ts'

/** The largest mail that is accepted, including files. */
export const MAIL_MAX_BYTES = 25 * 1024 * 1024
/**
 * The limits for stored mail that awaits review or was rejected. Anyone can send to our open addresses: beyond these
 * limits no more is accepted until some is reviewed or deleted, so that nobody can fill the disk. The larger one is for
 * senders who have an account, so that strangers cannot use up their space without knowing their addresses. Replies to
 * tickets are always accepted.
 */
export const UNSETTLED_MAX_BYTES = { strangers: 5 * 1024 ** 3, users: 7 * 1024 ** 3 }
/** A mail written by a person does not have more header bytes than this. */
const HEAD_MAX = 256 * 1024
/** The job that processes a mail, and its data. */
export const PROCESS_MAIL = 'tickets.take-mail'
export type MailJob = { companyId: string; mailId: string }

/** A mail as it arrives by SMTP or webhook. */
export type Incoming = {
  door: 'smtp' | 'http'
  /** The sender of the envelope. Empty for bounces, or when it is not known. */
  from: string
  to: string[]
  body: Readable | ReadableStream<Uint8Array>
}

/** Returns the local parts of our open addresses, which take mail that belongs to no ticket yet. */
const desks = ({ mailFrom }: Pick<Env, 'mailFrom'>) => {
  const local = (address: string) => (/([^\s<>@]+)@[^\s<>@]+>?\s*$/.exec(address)?.[1] ?? '').toLowerCase()
  return new Set([local(brand.supportEmail), local(mailFrom), 'support'])
}
/** Returns whether a mail to this address may open a new ticket. */
export function isDesk(env: Pick<Env, 'inbound' | 'mailFrom'>, address: string): boolean {
  const [local = '', at] = address.toLowerCase().split('@')
  return at === env.inbound?.domain && desks(env).has(local.split('+')[0] ?? '')
}
/** Returns whether mail for this address is accepted. */
export const isOurs = (env: Pick<Env, 'inbound' | 'mailFrom'>, address: string): boolean =>
  env.inbound !== undefined &&
  (isDesk(env, address) ||
    readAddress(address, env.inbound.domain) !== undefined ||
    (/^(postmaster|abuse)@/i.test(address) && address.toLowerCase().endsWith(`@${env.inbound.domain}`)))

/**
 * Throws when a mail is for no ticket that exists and too much such mail is stored already. The sender's server retries.
 */
async function requireRoom({ db, env }: Pick<Platform, 'db' | 'env'>, from: string, to: string[]): Promise<void> {
  const ids = to.flatMap((address) => (env.inbound && readAddress(address, env.inbound.domain)?.ticketId) ?? [])
  // The signature cannot be checked before the sender is known, but nobody can guess the id of a ticket.
  if (ids.length > 0) {
    const ticket = await db.system.selectFrom('tickets').select('id').where('id', 'in', ids).limit(1).executeTakeFirst()
    if (ticket) return
  }
  const { bytes } = await db.system
    .selectFrom('inbound_mails')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    // As text, so that the index of these states can be used.
    .where('state', 'in', sql<string>`('waiting', 'held', 'refused')`)
    .where('kept_until', 'is not', null)
    .executeTakeFirstOrThrow()
  if (bytes <= UNSETTLED_MAX_BYTES.strangers) return
  const user = await userAt({ db }, from)
  if (user && user.deactivated_at === null && bytes <= UNSETTLED_MAX_BYTES.users) return
  throw new Error(
    'Too many incoming emails need review. Review them under Email → Incoming, or wait until they are deleted.',
  )
}

const written = (address: string) => cleanText(address).toLowerCase().slice(0, 320)

/**
 * Calculates a fingerprint while the bytes pass through. It is made of Message-ID and content, so that it does not
 * depend on the servers the mail passed.
 */
function fingerprinting(body: Incoming['body']) {
  const source = body instanceof Readable ? body : Readable.fromWeb(body as never)
  const content = createHash('sha256')
  const blank = /\r?\n\r?\n/g
  let head = ''
  let inHead = true
  async function* pass() {
    for await (const chunk of source) {
      const bytes = chunk as Buffer
      if (inHead) {
        // Search only the new part, because bytes may arrive one at a time.
        blank.lastIndex = Math.max(0, head.length - 3)
        head += bytes.toString('latin1')
        const end = blank.exec(head)
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
    /** Returns the fingerprint and the Message-ID. Call it when the stream has ended. */
    print() {
      const id = /^message-id:\s*(<[^>\r\n]{1,500}>)/im.exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1]
      // Without a Message-ID the headers count too, because two short mails may have the same text.
      const fingerprint = createHash('sha256')
        .update(`${id ?? head}\n${content.digest('hex')}`)
        .digest('hex')
      return { fingerprint, messageId: id && cleanText(id.slice(1, -1)) }
    },
  }
}

/**
 * Stores a mail as it arrived: its bytes as a file, a row, and the job that processes it, all before the caller may
 * acknowledge it. Returns 'again' for a mail that is stored already. Throws TooLarge, an Error while too much mail from
 * strangers is stored, and any database error. Then nothing was stored and the sender has to retry.
 */
export async function receiveMail(
  platform: Platform,
  { door, from, to, body }: Incoming,
): Promise<{ id: string } | 'again'> {
  const { db, storage, jobs } = platform
  await requireRoom(platform, from, to)
  const id = uuid()
  const { stream, print } = fingerprinting(body)
  const { size } = await storage.put(id, stream, MAIL_MAX_BYTES)
  const { fingerprint, messageId } = print()
  try {
    const kept = await db.system.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('inbound_mails')
        .values({
          // The company is not known until the mail is processed; until then the row belongs to the provider.
          company_id: sql<string>`(select id from companies where is_internal order by created_at, id limit 1)`,
          id,
          fingerprint,
          // Set again when the mail is processed. Until then, answers to it wait.
          mail_id: messageId ?? null,
          door,
          envelope_from: written(from),
          recipients: [...new Set(to.map(written))].slice(0, 100),
          size,
        })
        .onConflict((c) => c.column('fingerprint').doNothing())
        .returning('company_id')
        .executeTakeFirst()
      if (!row) return undefined
      await jobs.send<MailJob>(tx, PROCESS_MAIL, { companyId: row.company_id, mailId: id })
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
