// The process's routes, in the order they are tried.
import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import { contract } from '../contract/index.ts'
import { document, mount, renderError } from './platform/api.ts'
import { docsPage } from './platform/docs-page.ts'
import { metrics } from './platform/metrics.ts'
import { documented, serve } from './platform/plain.ts'
import type { Platform } from './platform/platform.ts'
import { incoming } from './platform/request.ts'
import { openRoutes, plainRoutes, router } from './router.ts'

/** Whether the process can serve, and if not why. */
export type Readiness = { stopping: boolean }

/** Security headers of every answer; pages set a content security policy of their own. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'DENY',
}
const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'"
// Without the publishable key: what tells it, and where other sites send browsers to.
const OPEN = new Set([
  '/api/openapi.json',
  '/api/docs',
  '/api/v1/site',
  ...plainRoutes.filter((r) => r.roles.length === 0).map((r) => `/api/v1${r.path}`),
])

/** Addresses of everything under /api, for the figures. */
const templates = () => [
  ...OPEN,
  ...plainRoutes.map((r) => `/api/v1${r.path}`),
  ...Object.entries(contract).flatMap(([room, operations]) =>
    Object.entries(operations).flatMap(([name, operation]) => [
      `/api/v1${(operation as { '~orpc': { route: { path?: string } } })['~orpc'].route.path}`,
      `/api/rpc/${room}/${name}`,
    ]),
  ),
]

/** Health, metrics and the API. Pages are added by `pages`. */
export function http(platform: Platform, readiness: Readiness) {
  const app = new Hono()
  const { env, log, db } = platform
  const secure = env.publicUrl.startsWith('https:')
  const measured = metrics(platform, templates())

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
    const requestId = crypto.randomUUID()
    const { status, headers, body } = renderError(e, requestId, log)
    return c.json(body, status as never, headers)
  })

  app.get('/healthz', (c) => c.text('ok', 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const no = (reason: string) =>
      c.json({ ready: false, reason }, 503, { 'retry-after': '2', 'cache-control': 'no-store' })
    if (readiness.stopping) return no('shutting down')
    try {
      await db.ping()
    } catch {
      return no('the database does not answer')
    }
    return c.json({ ready: true }, 200, { 'cache-control': 'no-store' })
  })
  app.get('/metrics', async (c) => {
    const { socket, header } = incoming(c, env)
    // A proxy on this machine also comes from loopback; what it passes on is not local.
    const local =
      /^(127\.|::1$)/.test(socket) && header('x-forwarded-for') === undefined && header('forwarded') === undefined
    const token = env.metricsToken && header('authorization') === `Bearer ${env.metricsToken}`
    if (!local && !token)
      return c.json(
        renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), crypto.randomUUID(), log).body,
        404,
      )
    return c.body(await measured.text(), 200, {
      'content-type': 'text/plain; version=0.0.4',
      'cache-control': 'no-store',
    })
  })

  for (const { method = 'get', path, handle } of openRoutes)
    app.on(method.toUpperCase(), path, (c) => handle(platform, c))

  app.use('/api/*', async (c, next) => {
    const { header, requestId } = incoming(c, env)
    if (
      OPEN.has(c.req.path) ||
      (header('x-api-key') !== undefined && header('authorization') === undefined) ||
      header('apikey') === env.publishableKey
    )
      return next()
    const refused = new ORPCError('UNAUTHORIZED', {
      message:
        'Send the publishable key in the header apikey, GET /api/v1/site tells it, or a key of your company in x-api-key. An empty header counts as none.',
    })
    const { status, headers, body } = renderError(refused, requestId, log)
    // The body is not read: a client must not send the next request on this connection.
    return c.json(body, status as never, {
      ...headers,
      ...(c.req.raw.body ? { connection: 'close' } : {}),
      'x-request-id': requestId,
      'cache-control': 'no-store',
    })
  })
  let spec: Promise<object> | undefined
  app.get('/api/openapi.json', async (c) => {
    spec ??= document(Object.assign({}, ...plainRoutes.map(documented)))
    return c.json(await spec, 200, { 'cache-control': 'public, max-age=60' })
  })
  app.get('/api/docs', async (c) => {
    spec ??= document(Object.assign({}, ...plainRoutes.map(documented)))
    const { html, policy } = docsPage(await spec)
    return c.html(html, 200, { 'content-security-policy': policy, 'cache-control': 'public, max-age=60' })
  })
  for (const route of plainRoutes) {
    app.on(route.method.toUpperCase(), `/api/v1${route.path.replace(/\{(\w+)\}/g, ':$1')}`, serve(route, platform))
  }
  const handle = mount(router, platform)
  app.all('/api/v1/*', handle('v1'))
  app.post('/api/rpc/*', handle('rpc'))
  for (const rest of ['/api/*', '/webhooks/*'])
    app.all(rest, (c) =>
      c.json(renderError(new ORPCError('NOT_FOUND', { message: 'Not found.' }), crypto.randomUUID(), log).body, 404),
    )
  return app
}
