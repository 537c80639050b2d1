// oRPC behind Hono: one router, two wire formats, one place where errors are rendered.
import { mapEventIterator } from '@orpc/client'
import { OpenAPIGenerator } from '@orpc/openapi'
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { type AnyProcedure, type AnyRouter, implement, ORPCError, ValidationError } from '@orpc/server'
import { type StandardCodec, StandardHandler, StandardRPCMatcher } from '@orpc/server/standard'
import { isAsyncIteratorObject } from '@orpc/shared'
import { ErrorEvent, type StandardLazyRequest, type StandardResponse } from '@orpc/standard-server'
import { toEventStream } from '@orpc/standard-server-fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Context as HonoContext } from 'hono'
import { config, toJSONSchema } from 'zod'
import { brand } from '../../../brand.config.ts'
import { type Access, ErrorBody, type Role, type Scope } from '../../contract/base.ts'
import { contract } from '../../contract/index.ts'
import { partsOf } from './body.ts'
import { type Actor, isUnavailable } from './db.ts'
import { hostile } from './json.ts'
import { TooMany } from './limits.ts'
import type { Log } from './log.ts'
import type { Platform } from './platform.ts'
import { incoming } from './request.ts'
import type { Caller } from './token.ts'

/** What every operation gets. `reply` are headers of the answer; several values become several headers. */
export type Context = {
  platform: Platform
  requestId: string
  header: (name: string) => string | undefined
  /** Where the call comes from, past trusted proxies. */
  address: string
  reply: [string, string][]
  actor?: Actor
  once?: { key: string; operation: string; used: boolean }
}
/** The context of an operation that needs a sign-in. */
export type Actored = Context & { actor: Caller }

/** A refusal whose code and message the contract declares. `fields` puts words beside fields of the input. */
export const refuse = (code: string, data?: { fields?: Record<string, string[]>; [more: string]: unknown }) =>
  new Refusal(code, data)
/** What was refused, if that is what was thrown: for verbs that go on with other things. */
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

/** The one error body, from whatever was thrown. What is not ours is logged and answered as 500 without a detail. */
export function renderError(e: unknown, requestId: string, log: Log) {
  let status = 500
  let code = 'INTERNAL'
  let message = 'Something went wrong on our side. Tell us the request id if it happens again.'
  let more: Record<string, unknown> = {}
  const headers: Record<string, string> = {}
  // 503: something outside that an operation needs is away, and the operation says so in words of its own.
  if (e instanceof ORPCError && (e.status < 500 || e.status === 503)) {
    status = e.status
    code = e.code
    message = e.message
    const { retryAfter: _, ...data } = (e.data ?? {}) as Record<string, unknown>
    if (e.cause instanceof ValidationError) {
      message = 'Some fields are not right.'
      more = { fields: fieldsOf(e.cause.issues) }
    } else more = data
    // The body was not read: a client must not send the next request on this connection.
    if (status === 408 || status === 413 || status === 415) headers.connection = 'close'
    if (status === 429 || status === 503)
      headers['retry-after'] = String((e.data as { retryAfter?: number } | undefined)?.retryAfter ?? 1)
  } else if (isUnavailable(e)) {
    log.warn({ requestId, err: e }, 'database or files not available')
    status = 503
    code = 'UNAVAILABLE'
    message = 'The service is not available right now. Try again shortly.'
    headers['retry-after'] = '2'
  } else log.error({ requestId, err: e }, 'request failed')
  return { status, headers, body: { error: { code, message, ...more, requestId } } }
}

/** What a value has to be, where the contract has no words of its own for it. */
const NEEDED: Record<string, string> = {
  string: 'Text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'true or false',
  array: 'A list',
  object: 'An object',
  record: 'An object',
}
// For programs mostly: people fill in fields, and those have words. `undefined` leaves it to zod.
config({
  customError: (issue) => {
    if (issue.code === 'invalid_type' && NEEDED[issue.expected]) return `${NEEDED[issue.expected]} is needed here.`
    if (issue.code === 'invalid_value') return `This is one of: ${issue.values.join(', ')}.`
    return issue.code === 'invalid_union' ? 'This does not fit here.' : undefined
  },
})

// ---- middleware ---------------------------------------------------------------------------------------------------
const os = implement(contract).$context<Context>()

/** Refusals thrown by verbs become the errors that the contract declares for the operation. */
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

/** Who may call: the token is good and not taken back, and the role is among those of the operation. */
const guard = os.middleware(async ({ context, procedure, next }) => {
  const { roles, scope } = procedure['~orpc'].meta as Access
  const { platform } = context
  if (roles.length === 0) {
    await platform.limits.call({ address: context.address })
    // An API key stands in for the publishable one only where it says who calls.
    if (context.header('x-api-key') !== undefined && context.header('apikey') !== platform.env.publishableKey)
      throw new ORPCError('UNAUTHORIZED', { message: 'This operation cannot be called with an API key.' })
    return next()
  }
  return next({
    context: { actor: await admit(context, { roles, scope, reads: procedure['~orpc'].route.method === 'GET' }) },
  })
})

/**
 * Who calls, if they may: by a token of theirs, or by a company's API key where the operation has a scope. UNAUTHORIZED,
 * FORBIDDEN, VIEW_ONLY for an administrator who looks as somebody else and would change something; throws TooMany.
 */
export async function admit(
  { platform, header, address }: Pick<Context, 'platform' | 'header' | 'address'>,
  { roles, scope, reads }: { roles: readonly Role[]; scope?: Scope | undefined; reads: boolean },
): Promise<Actored['actor']> {
  const authorization = header('authorization')
  const key = authorization === undefined ? header('x-api-key') : undefined
  if (key !== undefined) {
    await platform.limits.call({ address })
    const found = await platform.keys.read(key)
    if (!found)
      throw new ORPCError('UNAUTHORIZED', { message: 'This API key is not known, was revoked or has expired.' })
    await platform.limits.call({ userId: found.actor.sessionId })
    if (!scope) throw new ORPCError('FORBIDDEN', { message: 'This operation cannot be called with an API key.' })
    if (!found.scopes.includes(scope))
      throw new ORPCError('FORBIDDEN', { message: `This API key was not made for ${scope}.` })
    return found.actor
  }
  const actor = await signedIn(platform, authorization)
  if (!actor) {
    await platform.limits.call({ address })
    throw new ORPCError('UNAUTHORIZED', { message: 'Sign in first.' })
  }
  await platform.limits.call({ userId: actor.userId })
  if (!roles.includes(actor.role)) throw new ORPCError('FORBIDDEN', { message: 'Your role may not do this.' })
  if (actor.viewerId && !reads)
    throw new ORPCError('VIEW_ONLY', {
      status: 403,
      message: 'You are looking as somebody else: nothing can be changed. Stop looking first.',
    })
  return actor
}

/** The actor that a bearer token names, or undefined when it is missing, wrong, over or taken back. */
export async function signedIn(
  platform: Platform,
  authorization: string | undefined,
): Promise<Actored['actor'] | undefined> {
  // The scheme in any case: the session itself spells its `token_type` in lower case.
  const token = authorization?.match(/^bearer ([^ ]+)$/i)?.[1]
  if (token === undefined) return undefined
  const caller = await platform.tokens.read(token)
  return caller && !(await platform.revocations.has(caller)) ? caller : undefined
}

/** The key if it is one; BAD_REQUEST otherwise. */
export function idempotencyKey(key: string): string {
  if (key !== '' && key.length <= 200) return key
  throw new ORPCError('BAD_REQUEST', { message: 'An Idempotency-Key has 1 to 200 characters.' })
}

/** Lets creating operations see their Idempotency-Key, and notices one that ignored it. */
const idempotency = os.middleware(async ({ context, procedure, path, next }) => {
  const key = (procedure['~orpc'].meta as Access).creates ? context.header('idempotency-key') : undefined
  if (key === undefined) return next()
  const once = { key: idempotencyKey(key), operation: path.join('.'), used: false }
  const result = await next({ context: { once } })
  if (!once.used) throw new Error(`${once.operation} accepts an Idempotency-Key but does not go through createOnce.`)
  return result
})

/** Implements the contract; every operation passes the same middleware. */
export const api = os.use(refusals).use(guard).use(idempotency)

// ---- two formats --------------------------------------------------------------------------------------------------
// oRPC's matchers and middleware with a codec of our own: its serializers walk every value of every answer looking
// for Dates, Maps and Blobs, and our contract speaks JSON only.
type Format = 'v1' | 'rpc'
const MAX_BODY = 1_000_000
/** A body that takes longer to arrive is given up. Uploads have their own, longer time. */
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
    const why = hostile(params)
    if (why) throw new ORPCError('BAD_REQUEST', { message: why })
    if (data === undefined) return params
    if (params && (typeof data !== 'object' || data === null || Array.isArray(data))) return data
    return params ? { ...(data as object), ...params } : data
  }
  encode(output: unknown, procedure: AnyProcedure): StandardResponse {
    const wrap = (v: unknown) => (this.#rpc ? { json: v } : v)
    const body = isAsyncIteratorObject(output)
      ? mapEventIterator(output, {
          value: async (v) => wrap(v),
          error: async (e) =>
            new ErrorEvent({ data: wrap({ code: 'INTERNAL', message: 'The stream broke. Connect again.' }), cause: e }),
        })
      : wrap(output)
    return { status: this.#rpc ? 200 : (procedure['~orpc'].route.successStatus ?? 200), headers: {}, body }
  }
  // Never reached: the interceptor renders every error itself.
  encodeError(): StandardResponse {
    throw new Error('unreachable')
  }
}

function fromQuery(query: URLSearchParams) {
  const out: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of query) {
    const had = out[key]
    out[key] = had === undefined ? value : Array.isArray(had) ? [...had, value] : [had, value]
  }
  const why = hostile(out)
  if (why) throw new ORPCError('BAD_REQUEST', { message: why })
  return { ...out }
}

async function readBody(c: HonoContext, header: Context['header']): Promise<unknown> {
  const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE', { status: 413, message: 'The body may have at most 1 MB.' })
  const length = header('content-length')
  if (Number(length ?? 0) > MAX_BODY) throw tooLarge()
  if (!header('transfer-encoding') && (length ?? '0') === '0') return undefined
  if (!/^application\/json\s*(;|$)/i.test(header('content-type') ?? '')) {
    throw new ORPCError('UNSUPPORTED_MEDIA_TYPE', { status: 415, message: 'Send application/json.' })
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
    throw new ORPCError('BAD_REQUEST', { message: 'The body is not JSON in UTF-8.' })
  }
  const why = hostile(value)
  if (why) throw new ORPCError('BAD_REQUEST', { message: why })
  return value
}

/** Turns a router into Hono handlers, one per wire format. */
export function mount(router: AnyRouter, platform: Platform) {
  const { log } = platform
  const interceptors = [
    async (o: { next: () => Promise<unknown>; context: Context }) => {
      try {
        return await o.next()
      } catch (e) {
        return { matched: true, response: renderError(e, o.context.requestId, log) }
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

  return (format: Format) => async (c: HonoContext) => {
    const { handler, prefix } = formats[format]
    const { requestId, header, address, onGone } = incoming(c, platform.env)
    const reply: [string, string][] = []
    let body: Promise<unknown> | undefined
    let url: URL | undefined
    let gone: AbortSignal | undefined
    const request = {
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
    }
    const result = await handler.handle(request as never, {
      prefix,
      context: { platform, requestId, header, address, reply },
    })
    const out = result.matched
      ? result.response
      : renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), requestId, log)
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
    return new Response(JSON.stringify(out.body), { status: out.status, headers: head })
  }
}

// ---- document -----------------------------------------------------------------------------------------------------
type Paths = Record<string, Record<string, object>>

/** OpenAPI 3.1 of everything under /api/v1; `besides` are operations that are not JSON and so not in the contract. */
export async function document(besides: Paths): Promise<object> {
  const spec = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: `${brand.shortName} API`, version: '1', description: 'Everything the portal does, for programs.' },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [], publishable: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        publishable: {
          type: 'apiKey',
          in: 'header',
          name: 'apikey',
          description: 'The key that GET /site tells; public operations need it too.',
        },
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description:
            'An API key of a company, made in its settings; operations that take one name its scope as x-scope.',
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
