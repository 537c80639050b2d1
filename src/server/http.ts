// The routes of the process, in the order in which they are matched.

import { ORPCError } from '@orpc/server'
import { type Context, Hono } from 'hono'
import { brand } from '../../brand.config.ts'
import { contract } from '../contract/index.ts'
import { openRoutes, plainRoutes, router } from './composition.ts'
import { isPublishableKey, sameSecret } from './platform/env.ts'
import { buildOpenApi, mountRouter, renderError } from './platform/http/api.ts'
import { compressBody, encodingOf } from './platform/http/compress.ts'
import { docsPage } from './platform/http/docs-page.ts'
import { isLoopback } from './platform/http/networks.ts'
import { documented, serve } from './platform/http/plain.ts'
import { watchProxies } from './platform/http/proxies.ts'
import { readRequestFacts } from './platform/http/request.ts'
import { stopAtLength } from './platform/http/stop-at-length.ts'
import { createMetrics } from './platform/observability/metrics.ts'
import type { Platform } from './platform/platform.ts'

/** State for /readyz: `stopping` is true while the process shuts down. */
export type Readiness = { stopping: boolean }

/** Security headers of every response. Pages set their own content security policy. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
}
const DAY_MS = 86_400_000
/** How long /readyz waits for the database. Without a limit, it would wait as long as a database that hangs. */
const PING_MS = 3_000
/** How long the contact in security.txt is valid: the RFC recommends less than a year. */
const CONTACT_DAYS = 180
/** Headers of requests that a proxy forwards. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
/** The content security policy of what is not a page: nothing may load, run or be framed. */
export const BARE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
// Paths that need no publishable key: the documentation, the one that returns the key, and those to which other sites
// redirect browsers.
const OPEN = new Set([
  '/api/openapi.json',
  '/api/docs',
  '/api/v1/site',
  ...plainRoutes.filter((r) => r.roles.length === 0).map((r) => `/api/v1${r.path}`),
])

stopAtLength(
  Object.values(contract).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => operation['~orpc'].inputSchema ?? []),
  ),
)

/** Returns the path templates of everything under /api, for the metrics. */
const templates = () => [
  ...OPEN,
  '/api/rpc/reads',
  ...plainRoutes.map((r) => `/api/v1${r.path}`),
  ...Object.entries(contract).flatMap(([module, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => [
      `/api/v1${(operation as { '~orpc': { route: { path?: string } } })['~orpc'].route.path}`,
      `/api/rpc/${module}/${name}`,
    ]),
  ),
]

/** Returns the app with health, metrics and the API. `createPages` adds the pages. */
export function createHttp(platform: Platform, readiness: Readiness) {
  const app = new Hono()
  const { env, log, db } = platform
  const secure = env.publicUrl.startsWith('https:')
  const measured = createMetrics(platform, templates())

  app.use(async (c, next) => {
    const done = measured.begin(c.req.method, c.req.path)
    await next()
    const { headers } = c.res
    for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', BARE_POLICY)
    if (secure) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done(c.res.status)
  })
  app.onError((e, c) => {
    const { status, headers, body } = renderError(e, readRequestFacts(c, env), platform)
    return c.json(body, status as never, headers)
  })

  app.get('/healthz', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
  const proxies = watchProxies(env.trustedProxies, log)
  app.use(async (c, next) => {
    proxies.look(readRequestFacts(c, env))
    await next()
  })
  /** Returns whether the caller may read what is for operators: from this machine, or with METRICS_TOKEN. */
  const mayWatch = ({ socket, header }: Pick<ReturnType<typeof readRequestFacts>, 'socket' | 'header'>) => {
    const token = /^bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]
    if (env.metricsToken !== undefined && token !== undefined && sameSecret(token, env.metricsToken)) return true
    // A proxy on this machine also connects from loopback, but its visitors are not local. Not every proxy adds a
    // header, but those that add none usually pass on the name that the visitor asked for.
    return (
      isLoopback(socket) &&
      PROXY_HEADERS.every((name) => header(name) === undefined) &&
      /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(header('host') ?? '')
    )
  }
  app.get('/readyz', async (c) => {
    const no = (reason: string) =>
      c.json({ ready: false, reason }, 503, { 'retry-after': '2', 'cache-control': 'no-store' })
    if (readiness.stopping) return no('shutting down')
    const late = Promise.withResolvers<never>()
    const limit = setTimeout(() => late.reject(new Error('The database did not answer in time.')), PING_MS)
    try {
      await Promise.race([db.ping(), late.promise])
    } catch {
      return no('the database is not responding')
    } finally {
      clearTimeout(limit)
    }
    const warning = mayWatch(readRequestFacts(c, env)) ? proxies.warning() : undefined
    return c.json({ ready: true, ...(warning ? { warnings: [warning] } : {}) }, 200, { 'cache-control': 'no-store' })
  })
  // RFC 9116. The date moves forward each day, so that it never expires on a running server.
  app.get('/.well-known/security.txt', (c) => {
    const expires = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + CONTACT_DAYS * DAY_MS)
    const lines = [
      `Contact: mailto:${brand.supportEmail}`,
      `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
      'Preferred-Languages: en',
      `Canonical: ${env.publicUrl}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })
  app.get('/metrics', async (c) => {
    const facts = readRequestFacts(c, env)
    if (!mayWatch(facts)) {
      facts.seen.reason = facts.header('authorization') ? 'wrong_metrics_token' : 'no_metrics_token'
      const { body } = renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), facts, platform)
      return c.json(body, 404, { 'cache-control': 'no-store', 'x-request-id': facts.requestId })
    }
    const headers = new Headers({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    return new Response(compressBody(await measured.text(), c.req.header('accept-encoding'), headers), { headers })
  })

  for (const { method = 'get', path, handle } of openRoutes)
    app.on(method.toUpperCase(), path, (c) => handle(platform, c))

  app.use('/api/*', async (c, next) => {
    const facts = readRequestFacts(c, env)
    const { header, requestId } = facts
    if (
      OPEN.has(c.req.path) ||
      (header('x-api-key') !== undefined && header('authorization') === undefined) ||
      isPublishableKey(env, header('apikey'))
    )
      return next()
    const refused = new ORPCError('UNAUTHORIZED', {
      message:
        'Send the publishable key from GET /api/v1/site in the apikey header, or your company’s API key in x-api-key. An empty header counts as missing.',
    })
    facts.seen.reason = header('apikey') ? 'wrong_publishable_key' : 'no_publishable_key'
    const { status, headers, body } = renderError(refused, facts, platform)
    // The body is not read, so the client must not reuse this connection.
    return c.json(body, status as never, {
      ...headers,
      ...(c.req.raw.body ? { connection: 'close' } : {}),
      'x-request-id': requestId,
      'cache-control': 'no-store',
    })
  })
  let spec: Promise<object> | undefined
  const specified = () => (spec ??= buildOpenApi(Object.assign({}, ...plainRoutes.map(documented))))
  // Made once for each encoding: they are large, and anyone can ask for them.
  const documents = new Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }>()
  const document = async (c: Context, make: (of: object) => { text: string; more: Record<string, string> }) => {
    const accept = c.req.header('accept-encoding')
    const key = `${c.req.path} ${encodingOf(accept)}`
    const of = await specified()
    let made = documents.get(key)
    if (!made) {
      const { text, more } = make(of)
      const headers = new Headers({ 'cache-control': 'public, max-age=60', ...more })
      const body = compressBody(text, accept, headers)
      made = { bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body, headers }
      documents.set(key, made)
    }
    return new Response(made.bytes, { headers: made.headers })
  }
  app.get('/api/openapi.json', (c) =>
    document(c, (of) => ({ text: JSON.stringify(of), more: { 'content-type': 'application/json' } })),
  )
  app.get('/api/docs', (c) =>
    document(c, (of) => {
      const { html, policy } = docsPage(of)
      return { text: html, more: { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy } }
    }),
  )
  for (const route of plainRoutes) {
    app.on(route.method.toUpperCase(), `/api/v1${route.path.replace(/\{(\w+)\}/g, ':$1')}`, serve(route, platform))
  }
  const handle = mountRouter(router, platform, measured.begin)
  app.all('/api/v1/*', handle.v1)
  app.post('/api/rpc/reads', handle.reads)
  app.post('/api/rpc/*', handle.rpc)
  for (const rest of ['/api/*', '/webhooks/*'])
    app.all(rest, (c) =>
      c.json(
        renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), readRequestFacts(c, env), platform).body,
        404,
      ),
    )
  return app
}
