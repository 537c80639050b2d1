// The webhook that receives Stripe's events.
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { isUnavailable } from '../../platform/database/db.ts'
import { renderError } from '../../platform/http/api.ts'
import { bytesOf } from '../../platform/http/body.ts'
import type { OpenRoute } from '../../platform/http/plain.ts'
import type { Seen } from '../../platform/http/refusals.ts'
import { readRequestFacts } from '../../platform/http/request.ts'
import { paymentProblem } from '../../platform/payments/payment-problem.ts'
import type { Platform } from '../../platform/platform.ts'
import { storeEvent } from './stripe-event.ts'

/** Stripe's events are a few KB. */
const MAX_BYTES = 512 * 1024
const BODY_SECONDS = 15

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'The body is larger than 512 KB.' })

async function raw(c: HonoContext): Promise<string> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_BYTES) throw tooLarge()
  const body = c.req.raw.body as ReadableStream<Uint8Array> | null
  if (!body) throw new ORPCError('BAD_REQUEST', { message: 'The body is empty.' })
  return (await bytesOf(body, { bytes: MAX_BYTES, seconds: BODY_SECONDS, tooLarge })).toString('utf8')
}

async function receiveEvent(
  platform: Platform,
  c: HonoContext,
  signature: string | undefined,
  seen: Seen,
): Promise<void> {
  const body = await raw(c)
  const event = signature ? ((await platform.payments?.event(body, signature)) ?? 'unsigned') : 'unsigned'
  if (event === 'unsigned') {
    seen.reason = 'bad_signature'
    throw new ORPCError('BAD_REQUEST', { message: 'The signature is missing, wrong, or older than five minutes.' })
  }
  if (event === 'malformed') throw new ORPCError('BAD_REQUEST', { message: 'The body is not a Stripe event.' })
  const outcome = await storeEvent(platform, event).catch((e: unknown) => {
    if (!(e instanceof z.ZodError)) throw e
    // Signed by Stripe, but not in the shape of its API, so an operator has to check it.
    platform.log.error({ type: event.type, key: event.key, err: e }, 'unknown Stripe event format')
    throw new ORPCError('BAD_REQUEST', { message: 'The event’s object does not match the event type.' })
  })
  platform.log.debug({ type: event.type, key: event.key, outcome }, 'Stripe event')
}

/**
 * Handles `POST /webhooks/stripe`: answers 200 only when the event and its effect are stored. After a 503, Stripe sends
 * the event again.
 */
export const stripeWebhook: OpenRoute = {
  method: 'post',
  path: '/webhooks/stripe',
  async handle(platform, c) {
    const facts = readRequestFacts(c, platform.env)
    const { requestId, header, address } = facts
    const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-request-id': requestId }
    try {
      if (!platform.payments) throw new ORPCError('NOT_FOUND', { message: 'Not found.' })
      await platform.limits.call({ address }).catch(() => {
        throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many requests.', data: { retryAfter: 10 } })
      })
      await receiveEvent(platform, c, header('stripe-signature'), facts.seen)
      return c.json({ received: true }, 200, headers)
    } catch (e) {
      const refused = e instanceof ORPCError
      if (!refused && !isUnavailable(e) && !paymentProblem(e))
        platform.log.error({ err: e, requestId }, 'Stripe event not processed')
      const rendered = renderError(e, facts, platform)
      return c.json(
        refused
          ? rendered.body
          : { error: { code: 'UNAVAILABLE', message: 'The event was not processed. Try again shortly.', requestId } },
        (refused ? rendered.status : 503) as never,
        { ...headers, ...(refused ? rendered.headers : { 'retry-after': '30' }), connection: 'close' },
      )
    }
  },
}
