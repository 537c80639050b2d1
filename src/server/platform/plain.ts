// Routes beside the contract: what is not JSON (uploads, downloads, CSV). Same guard, same error body.
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { IDEMPOTENCY_PARAMETER, type Role } from '../../contract/base.ts'
import { type Actored, idempotencyKey, renderError, signedIn } from './api.ts'
import type { TooMany } from './limits.ts'
import type { Platform } from './platform.ts'
import { incoming } from './request.ts'

/** One route: where it is, who may call it, what the document says of it. */
export type PlainRoute = {
  method: 'get' | 'put' | 'post'
  /** As in the OpenAPI document, below /api/v1: `/files/{id}/content`. */
  path: `/${string}`
  roles: readonly Role[]
  /** Accepts an Idempotency-Key: goes through `createOnce`. */
  creates?: boolean
  /** The operation in the document, without roles and errors. */
  document: object
  handle: (context: Actored, c: HonoContext) => Promise<Response>
}

/** A Hono handler for the route. Whatever it throws is answered in the one error shape. */
export const serve = (route: PlainRoute, platform: Platform) => async (c: HonoContext) => {
  const { requestId, header, address } = incoming(c, platform.env)
  const reply: [string, string][] = []
  let response: Response
  try {
    const actor = await signedIn(platform, header('authorization'))
    if (!actor) throw new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
    await platform.limits.call({ userId: actor.userId }).catch((e: TooMany) => {
      throw new ORPCError('TOO_MANY_REQUESTS', {
        message: 'Too many requests. Try again later.',
        data: { retryAfter: e.retryAfter },
      })
    })
    if (!route.roles.includes(actor.role)) throw new ORPCError('FORBIDDEN', { message: 'Your role may not do this.' })
    const key = route.creates ? header('idempotency-key') : undefined
    const once = key ? { key: idempotencyKey(key), operation: route.path, used: false } : undefined
    response = await route.handle({ platform, requestId, header, address, reply, actor, ...(once ? { once } : {}) }, c)
  } catch (e) {
    const { status, headers, body } = renderError(e, requestId, platform.log)
    response = new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    // The rest of an upload that was refused is not read.
    if (c.req.method !== 'GET') response.headers.set('connection', 'close')
  }
  for (const [name, value] of reply) response.headers.append(name, value)
  response.headers.set('x-request-id', requestId)
  response.headers.set('cache-control', 'no-store')
  return response
}

/** The route's place in the OpenAPI document. */
export function documented(route: PlainRoute): Record<string, Record<string, object>> {
  const error = {
    description: 'Error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    [route.path]: {
      [route.method]: {
        ...route.document,
        ...(route.creates
          ? { parameters: [...((route.document as { parameters?: object[] }).parameters ?? []), IDEMPOTENCY_PARAMETER] }
          : {}),
        'x-roles': route.roles,
        responses: { default: error, ...(route.document as { responses?: object }).responses },
      },
    },
  }
}
