// What every server under load begins and ends with.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import pg from 'pg'
import { boot } from '../src/server/boot.ts'
import { http } from '../src/server/http.ts'
import type { Actor } from '../src/server/platform/db.ts'
import { readEnv } from '../src/server/platform/env.ts'

/** The product, opened on a database that is there, as `cluster.ts` names it. */
export async function openHouse(from: Record<string, string | undefined>, more: Record<string, string> = {}) {
  const ownerUrl = from.DATABASE_URL as string
  const env = readEnv('serve', {
    DATABASE_URL: ownerUrl,
    PUBLIC_URL: 'http://127.0.0.1:1',
    APP_SECRET: from.APP_SECRET,
    DATA_DIR: from.DATA_DIR,
    LOG_LEVEL: 'error',
    ...more,
  })
  const { close, ...platform } = await boot(env, { pooled: ownerUrl, direct: ownerUrl })
  return { env, platform, close, ownerUrl }
}
type House = Awaited<ReturnType<typeof openHouse>>

/** A token of somebody, as signing in gives it. */
export const tokenOf = async ({ platform }: House, who: Actor): Promise<string> =>
  (await platform.tokens.issue({ ...who, sessionId: crypto.randomUUID() })).token

interface Serving {
  app?: ReturnType<typeof http>
  /** Answered at `/bare` by node:http alone, for comparison. */
  bare?: { text: string; values?: unknown[] }
  /** What the load has to know. */
  hello: Record<string, unknown>
  /** Done before the product closes. */
  end?: () => Promise<void>
}

/** Serves the product to whoever started this process, tells it the CPU when asked, and ends in order. */
export function serve({ env, platform, close, ownerUrl }: House, { app, bare, hello, end }: Serving): void {
  const answer = getRequestListener((app ?? http(platform, { stopping: false })).fetch, {
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
