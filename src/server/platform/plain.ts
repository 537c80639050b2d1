// Routes beside the contract: what is not JSON (uploads, downloads, CSV). Same guard, same error body.
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { IDEMPOTENCY_PARAMETER, type Role, type Scope } from '../../contract/base.ts'
import { type Actored, admit, idempotencyKey, renderError } from './api.ts'
import { TooMany } from './limits.ts'
import type { Platform } from './platform.ts'
import { incoming } from './request.ts'

/** One route: where it is, who may call it, what the document says of it. */
export type PlainRoute = {
  method: 'get' | 'put' | 'post'
  /** As in the OpenAPI document, below /api/v1: `/files/{id}/content`. */
  path: `/${string}`
  roles: readonly Role[]
  /** May also be called with a company's API key of this scope. */
  scope?: Scope
  /** Accepts an Idempotency-Key: goes through `createOnce`. */
  creates?: boolean
  /** The operation in the document, without roles and errors. */
  document: object
  handle: (context: Actored, c: HonoContext) => Promise<Response>
}

/** A route beside the API that needs no token: its address itself says what may be done. Answers refusals itself. */
export type OpenRoute = {
  /** GET unless told otherwise. */
  method?: 'get' | 'post'
  path: `/${string}`
  handle: (platform: Platform, c: HonoContext) => Promise<Response>
}

/** A Hono handler for the route. Whatever it throws is answered in the one error shape. */
export const serve = (route: PlainRoute, platform: Platform) => async (c: HonoContext) => {
  const { requestId, header, address } = incoming(c, platform.env)
  const reply: [string, string][] = []
  let response: Response
  try {
    const { roles, scope } = route
    const reads = route.method === 'get'
    const calling = { platform, header, address }
    const actor = await (roles.length > 0
      ? admit(calling, { roles, scope, reads })
      : platform.limits.call({ address })
    ).catch((e) => {
      if (!(e instanceof TooMany)) throw e
      throw new ORPCError('TOO_MANY_REQUESTS', {
        message: 'Too many requests. Try again later.',
        data: { retryAfter: e.retryAfter },
      })
    })
    const key = route.creates ? header('idempotency-key') : undefined
    const once = key ? { key: idempotencyKey(key), operation: route.path, used: false } : undefined
    const context = {
      platform,
      requestId,
      header,
      address,
      reply,
      ...(actor ? { actor } : {}),
      ...(once ? { once } : {}),
    }
    response = await route.handle(context as Actored, c)
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
  // A route may let the caller's own browser keep its answer; nothing else is kept anywhere.
  if (response.status >= 400 || !response.headers.has('cache-control'))
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
        ...(route.roles.length === 0 ? { security: [] } : {}),
        ...(route.scope ? { 'x-scope': route.scope, security: [{ bearer: [], publishable: [] }, { key: [] }] } : {}),
        responses: { default: error, ...(route.document as { responses?: object }).responses },
      },
    },
  }
}
