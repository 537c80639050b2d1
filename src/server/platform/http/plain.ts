// Routes outside the contract: what is not JSON (uploads, downloads, CSV). Same access checks, same error body.
import { ORPCError } from '@orpc/server'
import type { Context as HonoContext } from 'hono'
import { IDEMPOTENCY_PARAMETER, type Role, type Scope } from '../../../contract/base.ts'
import type { Platform } from '../platform.ts'
import { type ActorContext, admit, idempotencyKey, renderError } from './api.ts'
import { compressBody, compressStream } from './compress.ts'
import { readRequestFacts } from './request.ts'
import { TooMany } from './too-many.ts'

/** One route: its path, who may call it, and its OpenAPI description. */
export type PlainRoute = {
  method: 'get' | 'put' | 'post'
  /** As in the OpenAPI document, below /api/v1: `/files/{id}/content`. */
  path: `/${string}`
  roles: readonly Role[]
  /** The scope that a company's API key needs. Without it, API keys are not accepted. */
  scope?: Scope
  /** Accepts an Idempotency-Key: goes through `createOnce`. */
  creates?: boolean
  /** The operation in the OpenAPI document, without roles and errors. */
  document: object
  handle: (context: ActorContext, c: HonoContext) => Promise<Response>
}

/**
 * A route outside the API without an access token. A signature or secret in the request or its address authorizes it.
 */
export type OpenRoute = {
  /** Default: GET. */
  method?: 'get' | 'post'
  path: `/${string}`
  handle: (platform: Platform, c: HonoContext) => Promise<Response>
}

function refuseTooMany(e: unknown): never {
  if (!(e instanceof TooMany)) throw e
  throw new ORPCError('TOO_MANY_REQUESTS', {
    message: 'Too many requests. Try again later.',
    data: { retryAfter: e.retryAfter },
  })
}

/** Returns a Hono handler for the route. Anything it throws is answered with the common error body. */
export const serve = (route: PlainRoute, platform: Platform) => async (c: HonoContext) => {
  const { requestId, header, address, method, path, seen } = readRequestFacts(c, platform.env)
  const reply: [string, string][] = []
  let response: Response
  try {
    const { roles, scope } = route
    const reads = route.method === 'get'
    const calling = { platform, header, address, seen }
    const actor = await (roles.length > 0
      ? admit(calling, { roles, scope, reads })
      : platform.limits.call({ address })
    ).catch(refuseTooMany)
    const key = route.creates ? header('idempotency-key') : undefined
    const once = key ? { key: idempotencyKey(key), operation: route.path, used: false } : undefined
    const context = {
      platform,
      requestId,
      header,
      address,
      method,
      path,
      seen,
      reply,
      ...(actor ? { actor } : {}),
      ...(once ? { once } : {}),
    }
    const handle = () => route.handle(context as ActorContext, c)
    response = compressStream(
      await (actor && route.method === 'put' ? platform.limits.upload(actor.userId, handle) : handle()).catch(
        refuseTooMany,
      ),
      header('accept-encoding'),
    )
  } catch (e) {
    const { status, headers, body } = renderError(e, { requestId, address, method, path, seen }, platform)
    const head = new Headers({ ...headers, 'content-type': 'application/json' })
    response = new Response(compressBody(JSON.stringify(body), header('accept-encoding'), head), {
      status,
      headers: head,
    })
    // The rest of a refused upload is not read, so the client must not reuse this connection.
    if (c.req.method !== 'GET') response.headers.set('connection', 'close')
  }
  for (const [name, value] of reply) response.headers.append(name, value)
  response.headers.set('x-request-id', requestId)
  // Do not cache a response unless the route sets its own cache-control.
  if (response.status >= 400 || !response.headers.has('cache-control'))
    response.headers.set('cache-control', 'no-store')
  return response
}

/** Returns the route's entry in the OpenAPI document. */
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
