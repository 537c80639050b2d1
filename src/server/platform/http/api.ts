// Serves the contract with oRPC behind Hono: one router, two wire formats, one place that renders errors.

import { randomUUID } from 'node:crypto'
import { mapEventIterator } from '@orpc/client'
import { OpenAPIGenerator } from '@orpc/openapi'
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { type AnyProcedure, type AnyRouter, ORPCError, os as orpc, ValidationError } from '@orpc/server'
import { type StandardCodec, StandardHandler, StandardRPCMatcher } from '@orpc/server/standard'
import { isAsyncIteratorObject } from '@orpc/shared'
import { ErrorEvent, type StandardLazyRequest, type StandardResponse } from '@orpc/standard-server'
import { toEventStream } from '@orpc/standard-server-fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Context as HonoContext } from 'hono'
import { config, toJSONSchema } from 'zod'
import { brand } from '../../../../brand.config.ts'
import { type Access, ErrorBody, type Role, type Scope } from '../../../contract/base.ts'
import { contract } from '../../../contract/index.ts'
import { isUnavailable } from '../database/db.ts'
import { isPublishableKey } from '../env.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../sign-in/token.ts'
import { partsOf } from './body.ts'
import { compressBody } from './compress.ts'
import { findJsonProblem } from './json.ts'
import { CALL_ALONE, isConfidential, isReadTogether, parseReads, streamReads } from './reads.ts'
import type { Asked, Seen } from './refusals.ts'
import { readRequestFacts } from './request.ts'
import { TooMany } from './too-many.ts'

/**
 * The context of every operation. `address` is the address of the caller, behind trusted proxies. `reply` collects
 * response headers; the same name can be added several times.
 */
export type Context = Asked & {
  platform: Platform
  header: (name: string) => string | undefined
  reply: [string, string][]
  once?: { key: string; operation: string; used: boolean }
}
/** The context of an operation that needs a sign-in. */
export type ActorContext = Context & { actor: Caller }

/** Returns an error whose code and message the contract declares. `fields` holds messages for fields of the input. */
export const refuse = (code: string, data?: { fields?: Record<string, string[]>; [more: string]: unknown }) =>
  new Refusal(code, data)
/** Returns the code and data of an error made by `refuse`, or undefined: for actions that continue with other items. */
export const refusalOf = (e: unknown): { code: string; data: Record<string, unknown> | undefined } | undefined =>
  e instanceof Refusal ? e : undefined
class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly data: Record<string, unknown> | undefined
  constructor(code: string, data?: Record<string, unknown>) {
    super(code)
    this.code = code
    this.data = data
  }
}

const fieldsOf = (issues: readonly { path?: readonly unknown[]; message: string }[]) => {
  const out: Record<string, string[]> = {}
  for (const issue of issues) {
    const path = (issue.path ?? [])
      .map((p) => (typeof p === 'object' && p !== null ? (p as { key: unknown }).key : p))
      .join('.')
    out[path] = [...(out[path] ?? []), issue.message]
  }
  return out
}

/**
 * Returns status, headers and body for any error. Refusals are logged and counted here. Unexpected errors are logged
 * and answered with 500 and no details.
 */
export function renderError(e: unknown, asked: Asked, { log, refusals }: Pick<Platform, 'log' | 'refusals'>) {
  const { requestId } = asked
  let status = 500
  let code = 'INTERNAL'
  let message = 'An error on our side prevented this. Try again. If it happens again, contact us with the request ID.'
  let more: Record<string, unknown> = {}
  const headers: Record<string, string> = {}
  // 503: an external service is unavailable, and the operation explains it in its own message.
  if (e instanceof ORPCError && (e.status < 500 || e.status === 503)) {
    status = e.status
    code = e.code
    message = e.message
    const { retryAfter: _, ...data } = (e.data ?? {}) as Record<string, unknown>
    if (e.cause instanceof ValidationError) {
      message = 'Check the highlighted fields.'
      more = { fields: fieldsOf(e.cause.issues) }
    } else more = data
    // The body was not read to its end, so the client must not reuse this connection.
    if (status === 408 || status === 413 || status === 415) headers.connection = 'close'
    refusals.note(asked, status, code)
    if (status === 429 || status === 503)
      headers['retry-after'] = String((e.data as { retryAfter?: number } | undefined)?.retryAfter ?? 1)
  } else if (isUnavailable(e)) {
    log.warn({ requestId, err: e }, 'database or files not available')
    status = 503
    code = 'UNAVAILABLE'
    message = 'The service is temporarily unavailable. Try again shortly.'
    headers['retry-after'] = '2'
  } else log.error({ requestId, err: e }, 'request failed')
  return { status, headers, body: { error: { code, message, ...more, requestId } } }
}

/** Names of expected types, for validation errors without a message in the contract. */
const NEEDED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
// Mostly read by developers of API clients: fields of forms have messages in the contract. `undefined` keeps zod's
// message.
config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && NEEDED[issue.expected]) return `Must be ${NEEDED[issue.expected]}.`
    if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}.`
    return issue.code === 'invalid_union' ? 'This value is invalid.' : undefined
  },
})

// ---- middleware ---------------------------------------------------------------------------------------------------
const os = orpc.$context<Context>()

/** Turns refusals of actions into the errors that the contract declares for the operation. */
const refusals = os.middleware(async ({ next, procedure }) => {
  try {
    return await next()
  } catch (e) {
    if (e instanceof TooMany)
      throw new ORPCError('TOO_MANY_REQUESTS', {
        message: 'Too many requests. Try again later.',
        data: { retryAfter: e.retryAfter },
      })
    if (!(e instanceof Refusal)) throw e
    const declared = procedure['~orpc'].errorMap[e.code]
    if (!declared)
      throw new Error(`${e.code} is not declared in the contract of ${procedure['~orpc'].route.path}.`, { cause: e })
    throw new ORPCError(e.code, { status: declared.status, message: declared.message, data: e.data })
  }
})

/**
 * Admits callers with a valid token that was not revoked and a role of the operation. Admits everyone to a public
 * operation.
 */
const guard = os.middleware(async ({ context, procedure, next }) => {
  const { roles, scope, beforeFactor } = procedure['~orpc'].meta as Access
  const { platform } = context
  if (roles.length === 0) {
    const key = context.header('x-api-key')
    // A company's API key replaces the publishable key, if it is valid.
    if (key !== undefined && !isPublishableKey(platform.env, context.header('apikey'))) await readApiKey(context, key)
    else await platform.limits.call({ address: context.address })
    return next()
  }
  return next({
    context: {
      actor: await admit(context, { roles, scope, beforeFactor, reads: procedure['~orpc'].route.method === 'GET' }),
    },
  })
})

type CallFacts = Pick<Context, 'platform' | 'header' | 'address' | 'seen'>

/** Returns a company's API key with its actor and scopes. Throws UNAUTHORIZED for an invalid one, and TooMany. */
async function readApiKey({ platform, address, seen }: Omit<CallFacts, 'header'>, key: string) {
  await platform.limits.call({ address })
  const found = await platform.keys.read(key)
  if (!found) {
    seen.reason = 'bad_api_key'
    throw new ORPCError('UNAUTHORIZED', { message: 'This API key is invalid, revoked or expired.' })
  }
  seen.actor = found.actor
  await platform.limits.call({ userId: found.actor.sessionId })
  return found
}

/**
 * Returns the caller, identified by an access token, or by a company's API key where the operation has a scope. Throws
 * UNAUTHORIZED without valid credentials, FORBIDDEN for a wrong role or scope, VIEW_ONLY for an administrator who is
 * viewing as another user and would change something, TWO_FACTOR_REQUIRED for a user who must set up or use two-factor
 * authentication first, and TooMany.
 */
export async function admit(
  { platform, header, address, seen }: CallFacts,
  {
    roles,
    scope,
    beforeFactor = false,
    reads,
  }: { roles: readonly Role[]; scope?: Scope | undefined; beforeFactor?: boolean | undefined; reads: boolean },
): Promise<ActorContext['actor']> {
  const authorization = header('authorization')
  const key = authorization === undefined ? header('x-api-key') : undefined
  if (key !== undefined) {
    const found = await readApiKey({ platform, address, seen }, key)
    if (!scope || !found.scopes.includes(scope)) {
      seen.reason = 'wrong_scope'
      throw new ORPCError('FORBIDDEN', {
        message: scope ? `This API key lacks the scope ${scope}.` : 'This operation can’t be called with an API key.',
        ...(scope ? { data: { scope } } : {}),
      })
    }
    return found.actor
  }
  const actor = await signedIn(platform, authorization, seen)
  if (!actor) {
    const { reason } = seen
    delete seen.reason
    await platform.limits.call({ address })
    if (reason) seen.reason = reason
    throw new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
  }
  await platform.limits.call({ userId: actor.userId })
  if (!roles.includes(actor.role)) {
    seen.reason = 'wrong_role'
    throw new ORPCError('FORBIDDEN', { message: 'You don’t have permission to do this.' })
  }
  if (actor.factorDue && !beforeFactor) throw twoFactorRequired()
  if (actor.viewerId && !reads)
    throw new ORPCError('VIEW_ONLY', {
      status: 403,
      message: 'You’re viewing the portal as another user and can’t make changes. Stop viewing first.',
    })
  return actor
}

/** Returns the error for operations that require the user to set up or use two-factor authentication first. */
export const twoFactorRequired = () =>
  new ORPCError('TWO_FACTOR_REQUIRED', {
    status: 403,
    message: 'Your company requires two-factor authentication. Set it up or use it to continue.',
  })

/**
 * Returns the actor of a bearer token, or undefined when it is missing, invalid, expired or revoked. Notes the actor,
 * or what is wrong, in `seen`.
 */
export async function signedIn(
  platform: Platform,
  authorization: string | undefined,
  seen: Seen = {},
): Promise<ActorContext['actor'] | undefined> {
  // Accept any letter case of the scheme: our own session response has `token_type` in lower case.
  const token = authorization?.match(/^bearer ([^ ]+)$/i)?.[1]
  const caller = token === undefined ? undefined : await platform.tokens.read(token)
  if (typeof caller !== 'object') {
    seen.reason = authorization === undefined ? 'no_token' : caller === 'expired' ? 'expired_token' : 'invalid_token'
    return undefined
  }
  seen.actor = caller
  if (!(await platform.revocations.has(caller))) return caller
  seen.reason = 'revoked_token'
  return undefined
}

/** Returns the idempotency key. Throws BAD_REQUEST when it is not valid. */
export function idempotencyKey(key: string): string {
  if (key !== '' && key.length <= 200) return key
  throw new ORPCError('BAD_REQUEST', { message: 'The Idempotency-Key must have 1 to 200 characters.' })
}

/** Passes the Idempotency-Key to creating operations. Throws if an operation ignored it. */
const idempotency = os.middleware(async ({ context, procedure, path, next }) => {
  const key = (procedure['~orpc'].meta as Access).creates ? context.header('idempotency-key') : undefined
  if (key === undefined) return next()
  const once = { key: idempotencyKey(key), operation: path.join('.'), used: false }
  const result = await next({ context: { once } })
  if (!once.used) throw new Error(`${once.operation} accepts an Idempotency-Key but does not go through createOnce.`)
  return result
})

/** The middleware of every operation, in the order in which it runs. */
export const operationMiddleware = [refusals, guard, idempotency] as const

// ---- two formats --------------------------------------------------------------------------------------------------
// oRPC's matchers and middleware with our own codec: its serializers check every value of every response for Dates,
// Maps and Blobs, and our contract is plain JSON.
type Format = 'v1' | 'rpc'
/** An answer of an operation. `plain`: it must not be compressed. */
type Answer = StandardResponse & { plain?: boolean }
const MAX_BODY = 1_000_000
/** Time limit for a body to arrive. Uploads have a longer limit of their own. */
const BODY_SECONDS = 30

class JsonCodec implements StandardCodec {
  readonly #rpc: boolean
  constructor(format: Format) {
    this.#rpc = format === 'rpc'
  }
  async decode(
    r: StandardLazyRequest,
    params: Record<string, string> | undefined,
    procedure: AnyProcedure,
  ): Promise<unknown> {
    if (this.#rpc) return ((await r.body()) as { json?: unknown } | undefined)?.json
    const body = r.method === 'GET' ? fromQuery(r.url.searchParams) : await r.body()
    const { list } = procedure['~orpc'].meta as Access
    const data = list && Array.isArray(body) ? { [list]: body } : body
    const why = findJsonProblem(params)
    if (why) throw new ORPCError('BAD_REQUEST', { message: why })
    if (data === undefined) return params
    if (params && (typeof data !== 'object' || data === null || Array.isArray(data))) return data
    return params ? { ...(data as object), ...params } : data
  }
  encode(output: unknown, procedure: AnyProcedure): Answer {
    const { tags, successStatus } = procedure['~orpc'].route
    const meta = procedure['~orpc'].meta as Access
    const wrap = (v: unknown) => (this.#rpc ? { json: v } : v)
    const body = isAsyncIteratorObject(output)
      ? mapEventIterator(output, {
          value: async (v) => wrap(v),
          error: async (e) =>
            new ErrorEvent({ data: wrap({ code: 'INTERNAL', message: 'The stream ended. Connect again.' }), cause: e }),
        })
      : wrap(output)
    return {
      status: this.#rpc ? 200 : (successStatus ?? 200),
      headers: {},
      body,
      plain: isConfidential(tags, meta),
    }
  }
  // Never called: the interceptor renders all errors.
  encodeError(): StandardResponse {
    throw new Error('unreachable')
  }
}

function fromQuery(query: URLSearchParams) {
  const out: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of query) {
    const existing = out[key]
    if (Array.isArray(existing)) existing.push(value)
    else out[key] = existing === undefined ? value : [existing, value]
  }
  const why = findJsonProblem(out)
  if (why) throw new ORPCError('BAD_REQUEST', { message: why })
  return { ...out }
}

async function readBody(c: HonoContext, header: Context['header']): Promise<unknown> {
  const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'The body must be at most 1 MB.' })
  const length = header('content-length')
  if (Number(length ?? 0) > MAX_BODY) throw tooLarge()
  if (!header('transfer-encoding') && (length ?? '0') === '0') return undefined
  if (!/^application\/json\s*(;|$)/i.test(header('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { status: 415, message: 'Send the body as application/json.' })
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let value: unknown
  try {
    let text = ''
    const limits = { bytes: MAX_BODY, seconds: BODY_SECONDS, tooLarge }
    for await (const part of partsOf(c.req.raw.body as ReadableStream<Uint8Array>, limits))
      text += decoder.decode(part, { stream: true })
    text += decoder.decode()
    value = JSON.parse(text)
  } catch (e) {
    if (e instanceof ORPCError) throw e
    throw new ORPCError('BAD_REQUEST', { message: 'The body is not valid JSON in UTF-8.' })
  }
  const why = findJsonProblem(value)
  if (why) throw new ORPCError('BAD_REQUEST', { message: why })
  return value
}

/**
 * Returns the Hono handlers of a router: one per wire format, and `reads` for several reads in one request. `measure`
 * begins to measure one of these reads, and returns a function that ends it.
 */
export function mountRouter(
  router: AnyRouter,
  platform: Platform,
  measure: (method: string, path: string) => (status: number) => void,
) {
  const interceptors = [
    async (o: { next: () => Promise<unknown>; context: Context }) => {
      try {
        return await o.next()
      } catch (e) {
        return { matched: true, response: renderError(e, o.context, platform) }
      }
    },
  ] as never
  const formats = {
    v1: {
      prefix: '/api/v1',
      handler: new StandardHandler<Context>(router, new StandardOpenAPIMatcher(), new JsonCodec('v1'), {
        interceptors,
      }),
    },
    rpc: {
      prefix: '/api/rpc',
      handler: new StandardHandler<Context>(router, new StandardRPCMatcher(), new JsonCodec('rpc'), { interceptors }),
    },
  } as const
  const answerRequest = async (format: Format, context: Context, request: object): Promise<Answer> => {
    const { handler, prefix } = formats[format]
    const result = await handler.handle(request as never, { prefix, context })
    if (result.matched) return result.response
    return renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), context, platform)
  }

  const handle = (format: Format) => async (c: HonoContext) => {
    const { requestId, header, address, method, path, seen, onGone } = readRequestFacts(c, platform.env)
    const reply: [string, string][] = []
    const context: Context = { platform, requestId, header, address, method, path, seen, reply }
    let body: Promise<unknown> | undefined
    let url: URL | undefined
    let gone: AbortSignal | undefined
    const out = await answerRequest(format, context, {
      method: c.req.method,
      get url() {
        return (url ??= new URL(c.req.url))
      },
      get headers() {
        return { 'last-event-id': header('last-event-id') }
      },
      get signal() {
        return (gone ??= onGone())
      },
      body: () => (body ??= readBody(c, header)),
    })
    const head = new Headers(out.headers as Record<string, string>)
    for (const [name, value] of reply) head.append(name, value)
    head.set('x-request-id', requestId)
    head.set('cache-control', 'no-store')
    if (out.body === undefined) return new Response(null, { status: out.status, headers: head })
    if (isAsyncIteratorObject(out.body)) {
      head.set('content-type', 'text/event-stream')
      head.set('x-accel-buffering', 'no')
      return new Response(toEventStream(out.body, { eventIteratorKeepAliveInterval: 15_000 }) as BodyInit, {
        headers: head,
      })
    }
    head.set('content-type', 'application/json')
    const text = JSON.stringify(out.body)
    const sent = out.plain ? text : compressBody(text, header('accept-encoding'), head)
    return new Response(sent, { status: out.status, headers: head })
  }

  /** Answers several reads of the portal. Each is admitted, limited, checked and logged as a request of its own. */
  const reads = async (c: HonoContext) => {
    const { header, address, method, path, seen, requestId, onGone } = readRequestFacts(c, platform.env)
    const signal = onGone()
    let asked: ReturnType<typeof parseReads>
    try {
      asked = parseReads(await readBody(c, header))
    } catch (e) {
      const { status, headers, body } = renderError(e, { requestId, address, method, path, seen }, platform)
      return c.json(body, status as never, { ...headers, 'x-request-id': requestId, 'cache-control': 'no-store' })
    }
    const answer = async (read: (typeof asked)[number]) => {
      const at = `${formats.rpc.prefix}/${read.path}`
      const one = { platform, header, address, method, path: at, requestId: randomUUID(), seen: {}, reply: [] }
      if (!isReadTogether(read.path))
        return renderError(
          new ORPCError(CALL_ALONE, { status: 400, message: 'Call this operation alone.' }),
          one,
          platform,
        )
      const done = measure(method, at)
      const body = async () => ({ json: read.input })
      const url = new URL(at, c.req.url)
      const answered = await answerRequest('rpc', one, { method, url, headers: {}, signal, body })
      done(answered.status)
      return answered
    }
    const onError = (err: unknown) => platform.log.error({ requestId, err }, 'a read was not answered')
    return streamReads(asked, { answer, onError, accept: header('accept-encoding'), requestId })
  }
  return { v1: handle('v1'), rpc: handle('rpc'), reads }
}

// ---- document -----------------------------------------------------------------------------------------------------
type Paths = Record<string, Record<string, object>>

/**
 * Returns the OpenAPI 3.1 document of everything under /api/v1. `besides` are operations that are not JSON and
 * therefore not in the contract.
 */
export async function buildOpenApi(besides: Paths): Promise<object> {
  const spec = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: `${brand.shortName} API`, version: '1', description: 'The API for everything in the portal.' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [], publishable: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        publishable: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'The publishable key from GET /site. Public operations need it, too.',
        },
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'A company’s API key, created in its settings. Operations that accept one name its scope in x-scope.',
        },
      },
      schemas: { Error: toJSONSchema(ErrorBody) as never },
    },
    customErrorResponseBodySchema: () => ({ $ref: '#/components/schemas/Error' }) as never,
  })
  const paths = spec.paths as Paths
  for (const [at, operations] of Object.entries(besides)) paths[at] = { ...paths[at], ...operations }
  return spec
}
