// Startup and shutdown of every server under load.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { bootPlatform } from '../src/server/boot.ts'
import { createHttp } from '../src/server/http.ts'
import type { Actor } from '../src/server/platform/database/db.ts'
import { readEnv } from '../src/server/platform/env.ts'

/** Boots the product on an existing database that `cluster.ts` created. */
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
  bare?: { text: string; values?: unknown[] }
  /** Values that the load generator needs. */
  hello: Record<string, unknown>
  /** Called before the product closes. */
  end?: () => Promise<void>
}

/** Serves the product to the parent process, reports CPU usage when asked, and shuts down cleanly. */
export function serve({ env, platform, close, ownerUrl }: BenchServer, { app, bare, hello, end }: Serving): void {
  const answer = getRequestListener((app ?? createHttp(platform, { stopping: false })).fetch, {
    overrideGlobalObjects: false,
  })
  const pool = bare && new pg.Pool({ connectionString: ownerUrl, max: 16 })
  const server = createServer(async (req, res) => {
    if (!pool || req.url !== '/bare') return answer(req, res)
    const { rows } = await pool.query(bare)
    const body = JSON.stringify(rows)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    process.send?.({ port, ticket: '', apikey: env.publishableKey, ...hello })
  })
  process.on('message', () => process.send?.(process.cpuUsage()))
  process.on('SIGTERM', async () => {
    server.closeAllConnections()
    await end?.()
    await Promise.all([close(), pool?.end()])
    process.exit(0)
  })
}
