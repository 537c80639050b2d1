// Entry point of the process: settings, database, platform, HTTP. `npm start` uses `--demo`; `--dev` adds hot reload.

import type { RequestListener, Server } from 'node:http'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createRouterClient, ORPCError } from '@orpc/server'
import type { Context, Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { brand } from '../../brand.config.ts'
import { formatCount } from '../contract/plain/counts.ts'
import { bootPlatform, type OwnerUrls } from './boot.ts'
import { jobDefinitions, router, schedules } from './composition.ts'
import { BARE_POLICY, createHttp, type Readiness } from './http.ts'
import { runNotifiers } from './notifications/index.ts'
import { createPages } from './pages.ts'
import { describeDifferences } from './platform/database/catalog.ts'
import { isUnavailable } from './platform/database/db.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { type Env, type Mode, makeDataDir, passwordOfDemo, processEnv, readEnv, SettingsError } from './platform/env.ts'
import { httpServer } from './platform/http/http-server.ts'
import { readRequestFacts } from './platform/http/request.ts'
import type { Platform } from './platform/platform.ts'
import { exposedDemo } from './platform/unsafe-settings.ts'
import { describeSite } from './site/index.ts'
import { listenForMail } from './tickets/index.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const flags = new Set(process.argv.slice(2))
const mode: Mode = flags.has('--demo') ? 'demo' : 'serve'
const dev = flags.has('--dev')
const part = flags.has('--only=jobs') ? 'jobs' : flags.has('--only=web') ? 'web' : 'all'
const say = (line: string) => console.log(line)
// Keep running if the output cannot be written, because its reader has ended or the disk is full.
for (const out of [process.stdout, process.stderr]) out.on('error', () => {})

/** Time for running requests to finish once no new ones are accepted, in milliseconds. Then they are cut off. */
const DRAIN_MS = 8_000
/** How long new requests are still accepted after a signal, while /readyz reports the shutdown, in milliseconds. */
const GRACE_MS = 500

/** Ends the process with a message instead of a stack trace. */
function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function settings(): Env {
  try {
    const env = readEnv(mode, processEnv())
    makeDataDir(env.dataDir)
    return env
  } catch (e) {
    if (e instanceof SettingsError)
      fail(
        `${brand.shortName} cannot start:\n${e.message.replace(/^/gm, '  ')}\nAll settings are listed in .env.example.`,
      )
    throw e
  }
}

/** Maximum number of differences between the database and this version that a start prints. */
const DIFFERENCES_MAX = 20

/** Prints how the database differs from what this version creates, such as by an index that was made by hand. */
async function printDifferences(databaseUrl: string): Promise<void> {
  try {
    const differences = await describeDifferences(databaseUrl)
    for (const difference of differences.slice(0, DIFFERENCES_MAX)) say(difference)
    if (differences.length > DIFFERENCES_MAX) say(`… and ${differences.length - DIFFERENCES_MAX} more differences.`)
  } catch (e) {
    say(`The database could not be compared with this version: ${(e as Error).message}`)
  }
}

/** Returns whether a connection failed: the server is unavailable, or the host, user, password or database is wrong. */
const noConnection = (e: Error & { code?: string }) =>
  isUnavailable(e) || /^(ENOTFOUND|EAI_AGAIN|28000|28P01|3D000)$/.test(e.code ?? '')

function listen(server: Server, { port, host }: Env): Promise<void> {
  return new Promise((ok, no) => {
    server.once('error', no)
    server.listen(port, host, () => {
      server.off('error', no)
      ok()
    })
  })
}

/** Returns the listener for the time before the process is ready: alive, but not ready. */
function waiting(reason: string): RequestListener {
  return (req, res) => {
    const alive = req.url === '/healthz'
    res.writeHead(alive ? 200 : 503, {
      'content-type': alive ? 'text/plain; charset=utf-8' : 'application/json',
      'cache-control': 'no-store',
      'content-security-policy': BARE_POLICY,
      'x-content-type-options': 'nosniff',
      ...(alive ? {} : { 'retry-after': '2' }),
    })
    const error = { code: 'UNAVAILABLE', message: `Not ready yet: ${reason}.`, requestId: crypto.randomUUID() }
    res.end(alive ? 'ok' : JSON.stringify(req.url === '/readyz' ? { ready: false, reason } : { error }))
  }
}

async function addPages(
  app: Hono,
  platform: Platform,
  server: Server,
  handler: () => RequestListener,
): Promise<RequestListener | undefined> {
  const { publicUrl, origins } = platform.env
  const site = describeSite(platform)
  // Public pages can only call public operations. Of the visitor, only address and user agent are passed on.
  const caller = (c: Context) => {
    const { header, ...facts } = readRequestFacts(c, platform.env)
    const device = (name: string) => (name === 'user-agent' ? header(name) : undefined)
    return createRouterClient(router, {
      context: { ...facts, platform, header: device, reply: [] },
      // Report an unavailable database with an error of the contract: pages do not know the original error.
      interceptors: [
        ({ next }) =>
          next().catch((e: unknown) => {
            if (e instanceof ORPCError) platform.refusals.note(facts, e.status, e.code)
            throw isUnavailable(e) ? new ORPCError('UNAVAILABLE', { status: 503, cause: e }) : e
          }),
      ],
    })
  }
  const crossOrigin = (c: Context) => {
    const facts = readRequestFacts(c, platform.env)
    facts.seen.reason = 'cross_origin'
    platform.refusals.note(facts, 403, 'FORBIDDEN')
  }
  if (!dev) {
    const build: ServerBuild = await import(pathToFileURL(path.join(ROOT, 'build/server/index.js')).href)
    const client = path.join(ROOT, 'build/client')
    createPages(app, { load: async () => build, caller, site, publicUrl, origins, crossOrigin, dev, client })
    return undefined
  }
  const { createServer: vite } = await import('vite')
  const v = await vite({ root: ROOT, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  createPages(app, {
    load: () => v.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    caller,
    site,
    publicUrl,
    origins,
    crossOrigin,
    dev,
  })
  return (req, res) =>
    /^\/(api|webhooks|healthz|readyz|metrics)\b/.test(req.url ?? '')
      ? handler()(req, res)
      : v.middlewares(req, res, () => handler()(req, res))
}

async function main(): Promise<void> {
  const env = settings()
  const readiness: Readiness = { stopping: false }
  const closers: (() => Promise<void> | void)[] = []

  let answer: RequestListener = waiting('starting')
  const server = httpServer((req, res) => {
    if (readiness.stopping) res.setHeader('connection', 'close')
    answer(req, res)
  })

  let endStreams = () => {}
  let stopping: Promise<void> | undefined
  const stop = (signal: string): Promise<void> => {
    stopping ??= (async () => {
      readiness.stopping = true
      say(`${signal}: finishing open requests…`)
      // Give a load balancer time to read /readyz and stop sending, and requests in transit time to arrive.
      endStreams()
      await new Promise((go) => setTimeout(go, server.listening ? GRACE_MS : 0))
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      await new Promise<void>((ok) => (server.listening ? server.close(() => ok()) : ok()))
      clearTimeout(cut)
      clearInterval(idle)
      for (const close of closers.reverse()) {
        try {
          await close()
        } catch (e) {
          console.error(e)
        }
      }
      process.exit(0)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))

  let owner: OwnerUrls
  if (env.databaseUrl) owner = { pooled: env.databaseUrl, direct: env.databaseDirectUrl as string }
  else {
    const cluster = await startEmbedded(env, say)
    closers.push(() => cluster.stop())
    owner = { pooled: cluster.url, direct: cluster.url }
  }
  if (part !== 'jobs') {
    await listen(server, env).catch((e: NodeJS.ErrnoException) => {
      throw e.code === 'EADDRINUSE'
        ? new Error(`Port ${env.port} is in use by another program. Stop it, or set PORT to a different one.`)
        : e
    })
  }

  answer = waiting('migrations are running')
  const ran = await migrate(owner.direct, env.appSecret).catch((e: Error) => {
    throw env.databaseUrl && noConnection(e)
      ? new Error(`Can’t connect to the database at DATABASE_URL: ${e.message}`)
      : e
  })
  if (ran.length > 0) say(`Updated the database (${formatCount(ran.length, 'migration')}).`)

  const { close, ...platform } = await bootPlatform(env, owner)
  closers.push(close)
  endStreams = () => void platform.bus.emit('down')
  let demoPassword: string | undefined
  if (mode === 'demo') {
    const { seedOnce } = await import('../../test/demo/seed.ts')
    answer = waiting('demo data is being written')
    const wrote = await seedOnce(platform, say)
    demoPassword = passwordOfDemo(env.dataDir, wrote ? env.demoPassword : undefined)
  }
  if (part !== 'web') {
    await platform.jobs.work(platform, jobDefinitions, schedules)
    const following = runNotifiers(platform)
    closers.push(() => following.close())
  }

  if (part !== 'jobs') {
    // The demo continues without incoming mail, since another demo may be using the port.
    const listener = await listenForMail(platform).catch((e: Error) => {
      if (mode === 'serve') throw e
      say(`Incoming email is off: ${e.message}`)
      return undefined
    })
    if (listener) closers.push(() => listener.close())
    const app = createHttp(platform, readiness)
    const hono = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    answer = (await addPages(app, platform, server, () => hono)) ?? hono
  }

  if (env.s3) say(`Files are stored in the bucket ${env.s3.bucket} at ${new URL(env.s3.endpoint).host}.`)
  say(
    env.stripe
      ? `Card payments use ${new URL(env.stripe.apiBase).host}, with webhooks to ${env.publicUrl}/webhooks/stripe.`
      : 'Card payments are not set up. Everything is paid by invoice.',
  )
  // Counted from the start of the process, which includes loading the code.
  say(
    `${brand.shortName} is ready after ${(performance.now() / 1000).toFixed(1)} s${part === 'jobs' ? ' (jobs only)' : `: ${env.publicUrl}`}`,
  )
  // Compare when the product is ready, so that the comparison does not delay the start.
  void printDifferences(owner.direct)
  // Save the compile cache now, so that the next start has it however this process ends.
  flushCompileCache()
  if (mode === 'demo') {
    const { accounts } = await import('../../test/demo/accounts.ts')
    say(`\nDemo accounts (password: ${demoPassword})`)
    for (const a of accounts) say(`  ${a.email.padEnd(30)} ${a.role.padEnd(9)} ${a.company}`)
    const exposed = exposedDemo(env)
    if (exposed) say(`\n${exposed}`)
    say('\nPress Ctrl+C to stop.')
  }
}

main().catch((e: Error) => fail(`${brand.shortName} cannot start: ${e.message}`))
