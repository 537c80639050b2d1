// The webhook to which mail providers post mail for our domain.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { isUnavailable } from '../../platform/database/db.ts'
import { renderError } from '../../platform/http/api.ts'
import { bytesOf } from '../../platform/http/body.ts'
import type { OpenRoute } from '../../platform/http/plain.ts'
import { readRequestFacts } from '../../platform/http/request.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Incoming, MAIL_MAX_BYTES, receiveMail } from './receive-mail.ts'

/** JSON and form requests are larger than the mail in them and must be held in memory in full. */
const WRAPPED_MAX = MAIL_MAX_BYTES + 10 * 1024 * 1024
const WRAPPED_AT_ONCE = 3
const WRAPPED_SECONDS = 60
let wrapped = 0

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'An email can be at most 25 MB.' })
const bad = (message: string) => new ORPCError('BAD_REQUEST', { message })

/** Returns whether the caller sends the secret, as a bearer token or as the password of basic authentication. */
function knows(secret: string, authorization: string | undefined): boolean {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(authorization ?? '') ?? []
  const given =
    scheme.toLowerCase() === 'bearer'
      ? value
      : scheme.toLowerCase() === 'basic'
        ? Buffer.from(value, 'base64')
            .toString()
            .replace(/^[^:]*:/, '')
        : ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

const addresses = (...values: unknown[]) =>
  values.flatMap((v) => (typeof v === 'string' ? (v.match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? []) : []))

/** Reads a mail from a form, as SendGrid (`email`) and Mailgun (`body-mime`) send it. */
async function ofForm(bytes: Buffer, type: string): Promise<Omit<Incoming, 'door'>> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => {
    throw bad('The form data can’t be read. Send it as multipart/form-data or application/x-www-form-urlencoded.')
  })
  const field = form.get('email') ?? form.get('body-mime')
  if (field === null) throw bad('The raw email is missing. Send it in the field “email” or “body-mime”.')
  const raw = typeof field === 'string' ? Buffer.from(field) : Buffer.from(await field.arrayBuffer())
  let envelope: { from?: unknown; to?: unknown } = {}
  try {
    envelope = JSON.parse(String(form.get('envelope') ?? '{}')) ?? {}
  } catch {
    throw bad('The field “envelope” isn’t valid JSON.')
  }
  const to = Array.isArray(envelope.to) ? envelope.to : [envelope.to]
  return {
    from: addresses(envelope.from, form.get('sender'))[0] ?? '',
    to: addresses(...to, form.get('recipient')),
    body: Readable.from(raw, { objectMode: false }),
  }
}

/** Reads a mail from JSON, as Postmark sends it when configured to include the raw mail. */
function ofJson(bytes: Buffer): Omit<Incoming, 'door'> {
  let data: Record<string, unknown>
  try {
    data = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw bad('The body isn’t valid JSON.')
  }
  if (typeof data?.RawEmail !== 'string') throw bad('The raw email is missing. Include RawEmail.')
  return {
    from: addresses(data.From)[0] ?? '',
    to: addresses(data.OriginalRecipient),
    body: Readable.from(Buffer.from(data.RawEmail), { objectMode: false }),
  }
}

async function receivePostedMail(platform: Platform, c: HonoContext): Promise<void> {
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null
  const type = c.req.header('content-type') ?? ''
  const length = Number(c.req.header('content-length') ?? 0)
  if (!body) throw bad('The body is empty.')
  if (/^message\/rfc822\b/i.test(type)) {
    if (length > MAIL_MAX_BYTES) throw tooLarge()
    const { from = '', to = '' } = c.req.query()
    await receiveMail(platform, { door: 'http', from: addresses(from)[0] ?? '', to: addresses(to), body })
    return
  }
  const form = /^multipart\/form-data\b|^application\/x-www-form-urlencoded\b/i.test(type)
  if (!form && !/^application\/json\b/i.test(type))
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', {
      status: 415,
      message: 'Send message/rfc822, a form with the field “email” or “body-mime”, or JSON with “RawEmail”.',
    })
  if (length > WRAPPED_MAX) throw tooLarge()
  if (wrapped >= WRAPPED_AT_ONCE) throw new Busy()
  wrapped++
  try {
    const bytes = await bytesOf(body, { bytes: WRAPPED_MAX, seconds: WRAPPED_SECONDS, tooLarge })
    const mail = form ? await ofForm(bytes, type) : ofJson(bytes)
    await receiveMail(platform, { door: 'http', ...mail })
  } finally {
    wrapped--
  }
}

/** Thrown while more large mails are being received than fit into memory. The provider has to retry. */
class Busy extends Error {}

/**
 * Handles `POST /webhooks/mail`: answers 200 only when the mail is stored. Posting the same mail again does not create
 * a second one.
 */
export const mailWebhook: OpenRoute = {
  method: 'post',
  path: '/webhooks/mail',
  async handle(platform, c) {
    const facts = readRequestFacts(c, platform.env)
    const { requestId, header, address } = facts
    const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId }
    try {
      const secret = platform.env.inbound?.secret
      if (!secret) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
      await platform.limits.call({ address }).catch(() => {
        throw new ORPCError('TOO_MANY_REQUESTS', {
          message: 'Too many requests. Try again later.',
          data: { retryAfter: 10 },
        })
      })
      if (!knows(secret, header('authorization'))) {
        facts.seen.reason = 'bad_signature'
        headers['www-authenticate'] = 'Basic realm="mail"'
        throw new ORPCError('UNAUTHORIZED', { message: 'Send INBOUND_MAIL_SECRET as the bearer token or password.' })
      }
      await receivePostedMail(platform, c)
      return c.json({ ok: true }, 200, headers)
    } catch (e) {
      // An error on our side is temporary: the provider keeps the mail and retries.
      const internal = !(e instanceof ORPCError) && (e as Error).name !== 'TooLarge'
      const {
        status,
        headers: more,
        body,
      } = renderError((e as Error).name === 'TooLarge' ? tooLarge() : e, facts, platform)
      if (internal && !isUnavailable(e)) platform.log.error({ err: e, requestId }, 'incoming email not accepted')
      return c.json(
        internal ? { error: { code: 'UNAVAILABLE', message: 'Temporarily unavailable. Try again.', requestId } } : body,
        (internal ? 503 : status) as never,
        // The connection is closed because the rest of the body is not read.
        { ...headers, ...more, ...(internal ? { 'retry-after': '30' } : {}), connection: 'close' },
      )
    }
  },
}
