// Startup and shutdown of every server under load. It runs what the production process runs, without the pages: the
// API, jobs, schedules and notifiers.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { bootPlatform } from '../src/server/boot.ts'
import { jobDefinitions, schedules } from '../src/server/composition.ts'
import { createHttp } from '../src/server/http.ts'
import { runNotifiers } from '../src/server/notifications/index.ts'
import type { Actor } from '../src/server/platform/database/db.ts'
import { readEnv } from '../src/server/platform/env.ts'
import { feedState } from '../src/server/platform/events/feed.ts'
import { findPostmaster, postgresCpu } from './postgres-cpu.ts'

/**
 * Boots the product on an existing database that `cluster.ts` created. `more` adds environment variables. Returns the
 * environment, the platform, and a function that shuts down.
 */
export async function bootServer(from: Record<string, string | undefined>, more: Record<string, string> = {}) {
  const ownerUrl = from.DATABASE_URL as string
  const env = readEnv('serve', {
    DATABASE_URL: ownerUrl,
    PUBLIC_URL: 'http://127.0.0.1:1',
    APP_SECRET: from.APP_SECRET,
    ALLOW_INSECURE_HTTP: 'yes',
    DATA_DIR: from.DATA_DIR,
    LOG_LEVEL: 'error',
    ...more,
  })
  const { close, ...platform } = await bootPlatform(env, { pooled: ownerUrl, direct: ownerUrl })
  return { env, platform, close, ownerUrl }
}
type BenchServer = Awaited<ReturnType<typeof bootServer>>

/** Returns an access token of a user, as sign-in issues it. */
export const tokenOf = async ({ platform }: BenchServer, who: Actor): Promise<string> =>
  (await platform.tokens.issue({ ...who, sessionId: crypto.randomUUID() })).token

interface Serving {
  app?: ReturnType<typeof createHttp>
  /** The query that node:http answers at `/bare` without the product, for comparison. */
  bare?: { name: string; text: string; values?: unknown[] }
  /** Values that the load generator needs. */
  hello: Record<string, unknown>
}

/** CPU time since the start in milliseconds, and memory in MB. */
export type Spent = { process: number; postgres: number; memory: number }

/**
 * Serves the product to the parent process and shuts down cleanly. Answers `cpu` with the CPU time, and `drain` when
 * all events and jobs are done.
 */
export async function serve(
  { env, platform, close, ownerUrl }: BenchServer,
  { app, bare, hello }: Serving,
): Promise<void> {
  await platform.jobs.work(platform, jobDefinitions, schedules)
  const notifying = runNotifiers(platform)
  const answer = getRequestListener((app ?? createHttp(platform, { stopping: false })).fetch, {
    overrideGlobalObjects: false,
  })
  // The bare query is planned once, whichever company it is for: planning would cost more than the query.
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 16, options: '-c plan_cache_mode=force_generic_plan' })
  const postmaster = await findPostmaster(pool)
  const spent = (): Spent => {
    const { user, system } = process.cpuUsage()
    return {
      process: (user + system) / 1000,
      postgres: postgresCpu(postmaster),
      memory: process.memoryUsage.rss() / 1_048_576,
    }
  }
  const drain = async () => {
    for (;;) {
      const { behind } = await feedState(platform)
      const { rows } = await pool.query(
        `select from jobs.job where state in ('created', 'active') and start_after <= now() limit 1`,
      )
      if (behind === 0 && rows.length === 0) return
      await new Promise((go) => setTimeout(go, 50))
    }
  }
  const server = createServer(async (req, res) => {
    if (!bare || req.url !== '/bare') return answer(req, res)
    const { rows } = await pool.query(bare)
    const body = JSON.stringify(rows)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    process.send?.({ port, ticket: '', apikey: env.publishableKey, ...hello })
  })
  process.on('message', async (what) => {
    if (what === 'drain') await drain()
    process.send?.(spent())
  })
  process.on('SIGTERM', async () => {
    server.closeAllConnections()
    await notifying.close()
    await Promise.all([close(), pool.end()])
    process.exit(0)
  })
}
