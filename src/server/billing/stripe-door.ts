// The door for Stripe: it posts what happens.
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { renderError } from '../platform/api.ts'
import { bytesOf } from '../platform/body.ts'
import { isUnavailable } from '../platform/db.ts'
import { paymentProblem } from '../platform/payments.ts'
import type { OpenRoute } from '../platform/plain.ts'
import type { Platform } from '../platform/platform.ts'
import { incoming } from '../platform/request.ts'
import { takeEvent } from './stripe-event.ts'

/** Stripe's own are a few KB. */
const MAX_BYTES = 512 * 1024
const BODY_SECONDS = 15

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'The body may have at most 512 KB.' })

async function raw(c: HonoContext): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_BYTES) throw tooLarge()
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null
  if (!body) throw new ORPCError('BAD_REQUEST', { message: 'The body is empty.' })
  return (await bytesOf(body, { bytes: MAX_BYTES, seconds: BODY_SECONDS, tooLarge })).toString('utf8')
}

async function take(platform: Platform, c: HonoContext, signature: string | undefined): Promise<void> {
  const body = await raw(c)
  const event = signature ? await platform.payments?.event(body, signature) : undefined
  if (!event)
    throw new ORPCError('BAD_REQUEST', { message: 'The signature is missing, wrong, or older than five minutes.' })
  const outcome = await takeEvent(platform, event)
  platform.log.debug({ type: event.type, key: event.key, outcome }, 'Stripe event')
}

/** `POST /webhooks/stripe`: answers 200 only when the event and its effect are kept; on 503 Stripe comes again. */
export const stripeDoor: OpenRoute = {
  method: 'post',
  path: '/webhooks/stripe',
  async handle(platform, c) {
    const { requestId, header, address } = incoming(c, platform.env)
    const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId }
    try {
      if (!platform.payments) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
      await platform.limits.call({ address }).catch(() => {
        throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many requests.', data: { retryAfter: 10 } })
      })
      await take(platform, c, header('stripe-signature'))
      return c.json({ received: true }, 200, headers)
    } catch (e) {
      const refused = e instanceof ORPCError
      if (!refused && !isUnavailable(e) && !paymentProblem(e))
        platform.log.error({ err: e, requestId }, 'Stripe event not taken')
      const rendered = renderError(e, requestId, platform.log)
      return c.json(
        refused
          ? rendered.body
          : { error: { code: 'UNAVAILABLE', message: 'Not taken now. Try again shortly.', requestId } },
        (refused ? rendered.status : 503) as never,
        { ...headers, ...(refused ? rendered.headers : { 'retry-after': '30' }), connection: 'close' },
      )
    }
  },
}
